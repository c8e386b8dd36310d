import { Route, Routes } from 'react-router';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { completeUnitCode } from '#domain/unit-code.ts';
import { answerCalls, type Call } from '#tests/components/answer-calls.ts';
import { renderAdmin } from '#tests/components/render-admin.tsx';
import BatchesScreen from './batches-screen.tsx';

const id = '11110000-0000-4000-8000-000000000000';
const batch = {
  ...{ id, code: 'SH2041', product_id: 'p', status: 'draft', made_on: null, best_before: null },
  ...{ units_made: 100, origin: null, note: null, released_at: null },
  ...{ created_at: '2026-11-20T12:00:00Z', updated_at: '2026-11-20T12:00:00Z' },
};
const limits = [
  { analyte: 'lead', panel: 'heavy metals', limit: 10, unit: 'µg/g', source: 'USP <2232>' },
];
const lead = {
  ...{ id: '22220000-0000-4000-8000-000000000000', batch_id: id, analyte: 'lead', value: 0.1 },
  ...{ panel: 'heavy metals', qualifier: '=', unit: 'µg/g', limit_value: 10, method: null },
  ...{ limit_source: 'USP <2232>', passes: true, created_at: '2026-11-20T12:00:00Z' },
};

interface Shop {
  status?: string;
  results?: unknown[];
  problems?: string[];
  facts?: object;
  /** Of the latest signed passport. */
  revision?: number;
  /** Overrides the simulated shop's response; null leaves it to the shop. */
  answer?: (call: Call, shop: Shop) => ReturnType<Parameters<typeof answerCalls>[0]> | null;
}

/** Simulates the shop. A test may change its state, as another person would. */
function shop(state: Shop) {
  state.status ??= 'draft';
  return answerCalls((call) => {
    const { method, path } = call;
    const { status, results = [], problems = [], facts = {}, revision = 1 } = state;
    const answered = state.answer?.(call, state);
    if (answered) return answered;
    if (path.includes('/review-batch')) return { body: { problems, needed: ['lead'], limits } };
    if (path.includes('/release-batch')) {
      state.status = 'released';
      return { body: { batch: { ...batch, status: 'released' } } };
    }
    if (path.includes('/correct-batch')) {
      return { body: { batch, passport: { revision: revision + 1, sha256: '' } } };
    }
    if (path.includes('/rpc/save_batch_results')) return { body: true };
    if (path.includes('/issue-codes')) return { body: { codes: ['0123456789A', 'BCDEFGH0123'] } };
    if (path.startsWith('/rest/v1/batches?select=made_on')) {
      return { body: { ...batch, ...facts } };
    }
    if (path.startsWith('/rest/v1/batches')) return { body: [{ ...batch, ...facts, status }] };
    if (path.startsWith('/rest/v1/batch_passports')) return { body: [{ revision }] };
    if (path.startsWith('/rest/v1/products')) return { body: [{ id: 'p', name: 'Pure Resin' }] };
    if (path.startsWith('/rest/v1/batch_results') && method === 'GET') return { body: results };
    return { body: [] };
  });
}

const result = page.getByRole('group', { name: 'Result for lead' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const answer = (name: string) => page.getByRole('alertdialog').getByRole('button', { name });

it('says what is missing before a release, and stores a measured value with the default limit', async () => {
  const calls = shop({ problems: ['lead: there is no result yet.'] });
  await renderAdmin(`/admin/batches/${id}`, <Screen />);
  await expect.element(page.getByText('Lead: there is no result yet.')).toBeVisible();
  await expect.element(button('Release')).toHaveAttribute('aria-disabled', 'true');
  await expect.element(result.getByText('No value yet')).toBeVisible();
  await result.getByLabelText('Value').fill('10.5');
  await expect.element(result.getByText('Beyond the limit')).toBeVisible();
  await result.getByLabelText('Value').fill('many');
  await button('Save results').click();
  await expect.element(page.getByText('Enter a number such as 0.08.')).toBeVisible();
  await result.getByLabelText('Value').fill('0.08');
  await button('Save results').click();
  await expect.element(page.getByText('Results saved')).toBeVisible();
  const stored = calls.find(({ path }) => path.includes('save_batch_results'));
  expect(stored?.body).toEqual({
    ...{ batch: id, seen: [] },
    wanted: [
      expect.objectContaining({
        ...{ analyte: 'lead', panel: 'heavy metals', qualifier: '=', value: 0.08 },
        ...{ unit: 'µg/g', limit_value: 10, limit_source: 'USP <2232>' },
      }),
    ],
  });
});

it('releases after a question that names the batch', async () => {
  const calls = shop({ results: [lead] });
  await renderAdmin(`/admin/batches/${id}`, <Screen />);
  await button('Release').click();
  await expect.element(page.getByText('Release SH2041?')).toBeVisible();
  expect(calls.filter(({ path }) => path.includes('release-batch'))).toHaveLength(0);
  await answer('Release').click();
  await expect.element(page.getByText('Batch SH2041 released')).toBeVisible();
  expect(calls.find(({ path }) => path.includes('release-batch'))?.body).toEqual({
    batchId: id,
    seen: {
      ...{ code: 'SH2041', productId: 'p', status: 'draft', madeOn: null, bestBefore: null },
      ...{ unitsMade: 100, origin: null, documents: [] },
      results: [
        {
          ...{ analyte: 'lead', panel: 'heavy metals', value: 0.1, qualifier: '=', unit: 'µg/g' },
          ...{ limit: 10, limitSource: 'USP <2232>', method: null },
        },
      ],
    },
  });
  // Facts of a published batch change by a correction alone.
  await expect.element(page.getByRole('link', { name: 'View passport' })).toBeVisible();
  await expect.element(page.getByRole('form', { name: 'Facts' })).toBeVisible();
});

it('releases what is shown, and shows what somebody else has changed before that', async () => {
  const state: Shop = { results: [lead], facts: { origin: 'Spiti' } };
  state.answer = ({ path, body }) =>
    path.includes('release-batch') && body.seen.origin !== 'Pin Valley' ? overtaken : null;
  const calls = shop(state);
  await renderAdmin(`/admin/batches/${id}`, <Screen />);
  await expect.element(page.getByLabelText('Origin')).toHaveValue('Spiti');
  state.facts = { origin: 'Pin Valley', updated_at: '2026-11-21T12:00:00Z' };
  state.results = [{ ...lead, value: 0.3 }];
  await button('Release').click();
  await answer('Release').click();
  await expect.element(page.getByText('Batch SH2041 was not released')).toBeVisible();
  await expect.element(page.getByLabelText('Origin')).toHaveValue('Pin Valley');
  await expect.element(result.getByLabelText('Value')).toHaveValue('0.3');
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  await button('Release').click();
  await answer('Release').click();
  await expect.element(page.getByText('Batch SH2041 released')).toBeVisible();
  const [, sent] = calls.filter(({ path }) => path.includes('release-batch'));
  expect(sent?.body.seen).toMatchObject({ origin: 'Pin Valley', results: [{ value: 0.3 }] });
});

it('releases what was just saved', async () => {
  const state: Shop = { results: [lead] };
  state.answer = ({ method, path, body }) => {
    if (method !== 'PATCH') return null;
    state.facts = { ...body, updated_at: '2026-11-21T12:00:00Z' };
    return path.startsWith('/rest/v1/batches') ? { body: [{ ...batch, ...state.facts }] } : null;
  };
  const calls = shop(state);
  await renderAdmin(`/admin/batches/${id}`, <Screen />);
  await page.getByLabelText('Origin').fill('Pin Valley');
  await button('Save').click();
  await expect.element(page.getByText('Batch updated')).toBeVisible();
  await button('Release').click();
  await answer('Release').click();
  await expect.element(page.getByText('Batch SH2041 released')).toBeVisible();
  const sent = calls.find(({ path }) => path.includes('release-batch'));
  expect(sent?.body.seen.origin).toBe('Pin Valley');
});

it('publishes changed results of a released batch as a correction, with its reason', async () => {
  const calls = shop({ status: 'released', results: [lead] });
  await renderAdmin(`/admin/batches/${id}`, <Screen />);
  await result.getByLabelText('Value').fill('0.2');
  const form = page.getByRole('form', { name: 'Results' });
  await form.getByRole('button', { name: 'Publish correction' }).click();
  await expect.element(form.getByText('Say why, in a few words.')).toBeVisible();
  await form.getByLabelText('Reason for the correction').fill('The laboratory mistyped it.');
  await form.getByRole('button', { name: 'Publish correction' }).click();
  await expect
    .element(page.getByText('lead: 0.1 µg/g, limit 10 µg/g → 0.2 µg/g, limit 10 µg/g'))
    .toBeVisible();
  await answer('Publish correction').click();
  await expect.element(page.getByText('Correction published')).toBeVisible();
  const sent = calls.find(({ path }) => path.includes('correct-batch'));
  expect(sent?.body).toMatchObject({
    ...{ batchId: id, reason: 'The laboratory mistyped it.', seen: { revision: 1 } },
    results: [{ analyte: 'lead', value: 0.2, limitValue: 10, limitSource: 'USP <2232>' }],
  });
  expect(
    calls.some(
      ({ method, path }) =>
        /POST|PATCH|DELETE/.test(method) && /\/rest\/v1\/(?!rpc\/admin_batch_checks)/.test(path),
    ),
  ).toBe(false);
});

const overtaken = { status: 409, body: { error: { code: 'batch_changed', message: 'Changed.' } } };
const facts = page.getByRole('form', { name: 'Facts' });
const resultsForm = page.getByRole('form', { name: 'Results' });

async function correctFacts(reason: string): Promise<void> {
  await facts.getByLabelText('Reason for the correction').fill(reason);
  await facts.getByRole('button', { name: 'Publish correction' }).click();
  await answer('Publish correction').click();
}

it('corrects only the facts that were changed, and not over the correction of somebody else', async () => {
  const state: Shop = {
    status: 'released',
    results: [lead],
    facts: { best_before: '2027-03-01' },
    answer: ({ path, body }, { revision }) =>
      path.includes('correct-batch') && body.seen.revision !== revision ? overtaken : null,
  };
  state.revision = 1;
  const calls = shop(state);
  await renderAdmin(`/admin/batches/${id}`, <Screen />);
  await facts.getByLabelText('Origin').fill('Pin Valley');
  // Meanwhile, in another tab.
  state.revision = 2;
  state.facts = { best_before: '2026-12-01' };
  await correctFacts('The valley was wrong.');
  await expect.element(facts.getByText(/^They changed: Best before\./)).toBeVisible();
  await expect.element(facts.getByLabelText('Best before')).toHaveValue('2026-12-01');
  await expect.element(facts.getByLabelText('Origin')).toHaveValue('Pin Valley');
  await correctFacts('The valley was wrong.');
  await expect.element(page.getByText('Correction published')).toBeVisible();
  await expect.element(facts.getByText(/^They changed/)).not.toBeInTheDocument();
  const sent = calls.filter(({ path }) => path.includes('correct-batch'));
  expect(sent.map(({ body }) => [body.seen, body.batch])).toEqual([
    [{ revision: 1 }, { origin: 'Pin Valley' }],
    [{ revision: 2 }, { origin: 'Pin Valley' }],
  ]);
});

it('publishes over a revision that changed nothing of the form, without another question', async () => {
  const state: Shop = { status: 'released', results: [lead], revision: 1 };
  state.answer = ({ path, body }, { revision }) =>
    path.includes('correct-batch') && body.seen.revision !== revision ? overtaken : null;
  const calls = shop(state);
  await renderAdmin(`/admin/batches/${id}`, <Screen />);
  await result.getByLabelText('Value').fill('0.2');
  await resultsForm.getByLabelText('Reason for the correction').fill('It was mistyped.');
  // A correction of the facts, or a recall.
  state.revision = 2;
  await resultsForm.getByRole('button', { name: 'Publish correction' }).click();
  await answer('Publish correction').click();
  await expect.element(page.getByText('Correction published')).toBeVisible();
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  const sent = calls.filter(({ path }) => path.includes('correct-batch'));
  expect(sent.map(({ body }) => [body.seen.revision, body.results[0].value])).toEqual([
    [1, 0.2],
    [2, 0.2],
  ]);
});

it('says so when a correction was not published because others keep publishing', async () => {
  const calls = shop({
    ...{ status: 'released', results: [lead] },
    answer: ({ path }) => (path.includes('correct-batch') ? overtaken : null),
  });
  await renderAdmin(`/admin/batches/${id}`, <Screen />);
  await facts.getByLabelText('Origin').fill('Pin Valley');
  await correctFacts('The valley was wrong.');
  await expect.element(page.getByText('Your changes were not saved')).toBeVisible();
  expect(calls.filter(({ path }) => path.includes('correct-batch'))).toHaveLength(2);
  await expect.element(facts.getByLabelText('Origin')).toHaveValue('Pin Valley');
});

it('says that nothing differs where only spaces do', async () => {
  const calls = shop({ status: 'released', results: [lead], facts: { origin: 'Altai' } });
  await renderAdmin(`/admin/batches/${id}`, <Screen />);
  await facts.getByLabelText('Origin').fill('Altai ');
  await facts.getByLabelText('Reason for the correction').fill('A space.');
  await facts.getByRole('button', { name: 'Publish correction' }).click();
  await expect.element(page.getByText('Nothing differs from what is published.')).toBeVisible();
  await expect
    .element(facts.getByRole('button', { name: 'Publish correction' }))
    .not.toBeInTheDocument();
  await expect.element(facts.getByLabelText('Origin')).toHaveValue('Altai');
  expect(calls.some(({ path }) => path.includes('correct-batch'))).toBe(false);
});

it('offers to load facts, results and documents again that could not be read', async () => {
  const state: Shop = { status: 'released', results: [lead] };
  let broken = true;
  state.answer = ({ path }) =>
    broken && path.startsWith('/rest/v1/batch_results') ? { status: 400, body: {} } : null;
  shop(state);
  await renderAdmin(`/admin/batches/${id}`, <Screen />);
  await expect.element(page.getByText('What was filled could not be loaded.')).toBeVisible();
  await expect.element(page.getByText('The results could not be loaded.')).toBeVisible();
  await expect.element(page.getByText('The documents could not be loaded.')).toBeVisible();
  broken = false;
  await button('Try again').first().click();
  await expect.element(facts.getByLabelText('Origin')).toBeVisible();
});

it('keeps what others have measured when a draft of results is restored', async () => {
  const cadmium = { ...lead, id: '44440000-0000-4000-8000-000000000000', analyte: 'cadmium' };
  const state: Shop = {};
  const calls = shop(state);
  const first = await renderAdmin(`/admin/batches/${id}`, <Screen />);
  await result.getByLabelText('Value').fill('0.2');
  await first.unmount();
  state.results = [cadmium];
  await renderAdmin(`/admin/batches/${id}`, <Screen />);
  await button('Continue').click();
  await expect.element(page.getByText(/Someone else has since changed: results\./)).toBeVisible();
  await button('Save results').click();
  await expect.element(page.getByText('Results saved')).toBeVisible();
  const saved = calls.find(({ path }) => path.includes('save_batch_results'));
  expect(saved?.body.wanted).toMatchObject([
    { analyte: 'cadmium', value: 0.1 },
    { analyte: 'lead', value: 0.2 },
  ]);
});

it('shows a note that was typed before the release and has no field anymore', async () => {
  const state: Shop = { results: [lead] };
  shop(state);
  const first = await renderAdmin(`/admin/batches/${id}`, <Screen />);
  await page.getByLabelText('Note').fill('Ask the laboratory.');
  await first.unmount();
  state.status = 'released';
  await renderAdmin(`/admin/batches/${id}`, <Screen />);
  await expect.element(facts.getByText(/the note that you typed: “Ask the lab/)).toBeVisible();
  await expect.element(facts.getByRole('button', { name: 'Continue' })).not.toBeInTheDocument();
  await facts.getByRole('button', { name: 'Discard draft' }).click();
  await expect.element(facts.getByText(/Ask the lab/)).not.toBeInTheDocument();
});

it('takes a correction whose answer was lost for its own', async () => {
  const state: Shop = { status: 'released', results: [lead] };
  state.answer = ({ path, body }) => {
    if (!path.includes('correct-batch')) return null;
    if (body.seen.revision !== (state.revision ?? 1)) return overtaken;
    state.revision = 2;
    state.facts = body.batch.origin ? { origin: body.batch.origin } : {};
    return { status: 502, body: {} };
  };
  shop(state);
  await renderAdmin(`/admin/batches/${id}`, <Screen />);
  await facts.getByLabelText('Origin').fill('Pin Valley');
  await correctFacts('The valley was wrong.');
  await expect.element(page.getByText('The correction was not published')).toBeVisible();
  // What was stored is loaded again and shown as published.
  await facts.getByRole('button', { name: 'Publish correction' }).click();
  await answer('Publish correction').click();
  await expect.element(page.getByText('Correction published')).toBeVisible();
  await expect.element(facts.getByRole('button')).not.toBeInTheDocument();
  await expect.element(facts.getByLabelText('Origin')).toHaveValue('Pin Valley');
  await expect.element(page.getByText(/They changed/)).not.toBeInTheDocument();
  await facts.getByLabelText('Origin').fill('Pin Valley, Spiti');
  await expect.element(facts.getByLabelText('Reason for the correction')).toHaveValue('');
});

it('shows what somebody else has measured beside what was typed here, before it is saved', async () => {
  const tin = { ...lead, id: '33330000-0000-4000-8000-000000000000', analyte: 'tin', method: null };
  const worse = { ...lead, value: 16 };
  const state: Shop = { results: [lead, tin] };
  state.answer = ({ path, body }) =>
    path.includes('save_batch_results')
      ? { body: body.seen[0].value === (state.results?.includes(worse) ? 16 : 0.1) }
      : null;
  const calls = shop(state);
  await renderAdmin(`/admin/batches/${id}`, <Screen />);
  const other = page.getByRole('group', { name: 'Result for tin' });
  await other.getByLabelText('Method').fill('ICP-MS');
  state.results = [worse, tin];
  await button('Save results').click();
  await expect.element(resultsForm.getByText(/^They changed: lead\./)).toBeVisible();
  await expect.element(result.getByText('Beyond the limit')).toBeVisible();
  await expect.element(page.getByText('Results saved')).not.toBeInTheDocument();
  await button('Save results').click();
  await expect.element(page.getByText('Results saved')).toBeVisible();
  const [, saved] = calls.filter(({ path }) => path.includes('save_batch_results'));
  expect(saved?.body.seen).toMatchObject([{ value: 16 }, { analyte: 'tin', method: null }]);
  expect(saved?.body.wanted).toMatchObject([{ value: 16 }, { analyte: 'tin', method: 'ICP-MS' }]);
});

it('keeps what is typed while results are saved, and holds the release back meanwhile', async () => {
  const { promise: held, resolve: answerNow } = Promise.withResolvers<void>();
  const state: Shop = { results: [lead] };
  state.answer = ({ path, body }) =>
    path.includes('save_batch_results')
      ? held.then(() => {
          state.results = [{ ...lead, value: body.wanted[0].value }];
          return { body: true };
        })
      : null;
  const calls = shop(state);
  await renderAdmin(`/admin/batches/${id}`, <Screen />);
  await result.getByLabelText('Value').fill('0.2');
  await button('Save results').click();
  await expect.element(button('Saving...')).toBeVisible();
  await result.getByLabelText('Value').fill('16');
  answerNow();
  await expect.element(page.getByText('Results saved')).toBeVisible();
  await expect.element(button('Save results')).toBeVisible();
  await expect.element(result.getByLabelText('Value')).toHaveValue('16');
  await expect.element(result.getByLabelText('Value')).toHaveFocus();
  await expect.element(resultsForm.getByText('Unsaved changes')).toBeVisible();
  await expect.element(page.getByText('Save your changes first.')).toBeVisible();
  await expect.element(button('Release')).toHaveAttribute('aria-disabled', 'true');
  await button('Save results').click();
  await expect
    .poll(() => calls.filter(({ path }) => path.includes('save_batch_results')).at(-1)?.body)
    .toMatchObject({ seen: [{ value: 0.2 }], wanted: [{ value: 16 }] });
});

it('keeps what is typed while a correction is published', async () => {
  const { promise: held, resolve: answerNow } = Promise.withResolvers<void>();
  const state: Shop = { status: 'released', results: [lead] };
  state.answer = ({ path, body }) =>
    path.includes('correct-batch')
      ? held.then(() => {
          state.facts = body.batch;
          return { body: { passport: { revision: 2 } } };
        })
      : null;
  shop(state);
  await renderAdmin(`/admin/batches/${id}`, <Screen />);
  await facts.getByLabelText('Origin').fill('Pin');
  await correctFacts('The valley was wrong.');
  await expect.element(facts.getByRole('button', { name: 'Publishing...' })).toBeVisible();
  await facts.getByLabelText('Origin').fill('Pin Valley');
  answerNow();
  await expect.element(page.getByText('Correction published')).toBeVisible();
  await expect.element(facts.getByRole('button', { name: 'Publish correction' })).toBeVisible();
  await expect.element(facts.getByLabelText('Origin')).toHaveValue('Pin Valley');
});

it('keeps what is typed while a correction is sent again over a newer revision', async () => {
  const { promise: held, resolve: answerNow } = Promise.withResolvers<void>();
  const state: Shop = { status: 'released', results: [lead] };
  state.answer = ({ path, body }) => {
    if (!path.includes('correct-batch')) return null;
    if (body.seen.revision === 1) return held.then(() => overtaken);
    state.facts = body.batch;
    return { body: { passport: { revision: 3 } } };
  };
  shop(state);
  await renderAdmin(`/admin/batches/${id}`, <Screen />);
  await facts.getByLabelText('Origin').fill('Pin');
  // A result was corrected by somebody else.
  state.revision = 2;
  await correctFacts('The valley was wrong.');
  await expect.element(facts.getByRole('button', { name: 'Publishing...' })).toBeVisible();
  await facts.getByLabelText('Origin').fill('Pin Valley');
  answerNow();
  await expect.element(page.getByText('Correction published')).toBeVisible();
  expect(state.facts).toEqual({ origin: 'Pin' });
  await expect.element(facts.getByRole('button', { name: 'Publish correction' })).toBeVisible();
  await expect.element(facts.getByLabelText('Origin')).toHaveValue('Pin Valley');
});

it('keeps what is typed while results go over those of a press whose answer was lost', async () => {
  const { promise: held, resolve: answerNow } = Promise.withResolvers<void>();
  let tries = 0;
  const state: Shop = { results: [lead] };
  state.answer = ({ path, body }) => {
    if (!path.includes('save_batch_results')) return null;
    tries += 1;
    const [stored = lead] = (state.results ?? []) as (typeof lead)[];
    const isSeen = body.seen[0].value === stored.value;
    if (tries === 2) return held.then(() => ({ body: isSeen }));
    if (isSeen) state.results = [{ ...lead, value: body.wanted[0].value }];
    return tries === 1 ? { status: 502, body: {} } : { body: isSeen };
  };
  shop(state);
  await renderAdmin(`/admin/batches/${id}`, <Screen />);
  await result.getByLabelText('Value').fill('0.2');
  await button('Save results').click();
  await expect.element(page.getByText('Failed to save the results')).toBeVisible();
  await result.getByLabelText('Value').fill('0.3');
  await button('Save results').click();
  await expect.poll(() => tries).toBe(2);
  await result.getByLabelText('Value').fill('0.4');
  answerNow();
  await expect.element(page.getByText('Results saved')).toBeVisible();
  expect(state.results).toMatchObject([{ value: 0.3 }]);
  await expect.element(button('Save results')).toBeVisible();
  await expect.element(result.getByLabelText('Value')).toHaveValue('0.4');
  await expect.element(resultsForm.getByText('Unsaved changes')).toBeVisible();
});

it('knows that a row is stored which is typed in while it is saved', async () => {
  const { promise: held, resolve: answerNow } = Promise.withResolvers<void>();
  const state: Shop = {};
  state.answer = ({ path }) =>
    path.includes('save_batch_results')
      ? held.then(() => {
          state.results = [lead];
          return { body: true };
        })
      : null;
  const calls = shop(state);
  await renderAdmin(`/admin/batches/${id}`, <Screen />);
  await result.getByLabelText('Value').fill('0.1');
  await button('Save results').click();
  await expect.element(button('Saving...')).toBeVisible();
  await result.getByLabelText('Value').fill('');
  answerNow();
  await expect.element(page.getByText('Results saved')).toBeVisible();
  await button('Save results').click();
  await expect.element(page.getByText('Enter the value, or remove the row.')).toBeVisible();
  expect(calls.filter(({ path }) => path.includes('save_batch_results'))).toHaveLength(1);
});

it('releases only what is saved', async () => {
  const calls = shop({ results: [lead] });
  await renderAdmin(`/admin/batches/${id}`, <Screen />);
  await page.getByLabelText('Best before').fill('2027-03-01');
  await expect.element(page.getByText('Save your changes first.')).toBeVisible();
  await expect.element(button('Release')).toHaveAttribute('aria-disabled', 'true');
  await button('Release').click({ force: true });
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  expect(calls.some(({ path }) => path.includes('release'))).toBe(false);
  await button('Discard').click();
  await expect.element(button('Release')).toHaveAttribute('aria-disabled', 'false');
});

it('blocks at once, whatever is unsaved, and says which note it would replace', async () => {
  const state: Shop = {
    ...{ status: 'released', results: [lead], facts: { note: 'Asked the lab.' } },
    answer: ({ path }) => (path.includes('block-batch') ? { body: { batch } } : null),
  };
  const calls = shop(state);
  await renderAdmin(`/admin/batches/${id}`, <Screen />);
  await facts.getByLabelText('Origin').fill('Pin Valley');
  await expect.element(page.getByText('Save your changes first.')).not.toBeInTheDocument();
  await button('Block').click();
  const question = page.getByRole('alertdialog');
  await expect.element(question.getByText('Asked the lab.')).toBeVisible();
  await question.getByLabelText('Note').fill('Lead was found.');
  await answer('Block').click();
  await expect.element(page.getByText('Batch SH2041 blocked')).toBeVisible();
  expect(calls.find(({ path }) => path.includes('block-batch'))?.body).toEqual({
    ...{ batchId: id, note: 'Lead was found.', seen: { note: 'Asked the lab.' } },
  });
});

it('uploads a document of a released batch only once the correction has its reason', async () => {
  shop({ status: 'released', results: [lead] });
  const uploads = vi.spyOn(XMLHttpRequest.prototype, 'send').mockReturnValue();
  onTestFinished(() => uploads.mockRestore());
  await renderAdmin(`/admin/batches/${id}`, <Screen />);
  const form = page.getByRole('form', { name: 'Add a document' });
  const file = new File(['%PDF-1.7'], 'certificate.pdf', { type: 'application/pdf' });
  await form.getByLabelText(/^File/).upload(file);
  await form.getByRole('button', { name: 'Publish with this document' }).click();
  await expect.element(page.getByText('Say why, in a few words.')).toBeVisible();
  await expect.element(form.getByText('Uploading...')).not.toBeInTheDocument();
  expect(uploads).not.toHaveBeenCalled();
  // The chosen file is still there.
  await page.getByLabelText('Reason for the correction').fill('The certificate was missing.');
  await form.getByRole('button', { name: 'Publish with this document' }).click();
  await expect.poll(() => uploads.mock.calls.length).toBe(1);
});

const documentForm = page.getByRole('form', { name: 'Add a document' });
const certificate = new File(['%PDF-1.7'], 'certificate.pdf', { type: 'application/pdf' });

/** Holds back the responses to uploads until the test releases them. */
function holdUploads() {
  let finish = () => {};
  const uploads = vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (
    this: XMLHttpRequest,
  ) {
    Object.defineProperties(this, {
      status: { value: 200 },
      responseText: { value: '{"Id":"1","Key":"k"}' },
      getResponseHeader: { value: () => 'application/json' },
    });
    finish = () => this.onload?.(new ProgressEvent('load'));
  });
  onTestFinished(() => uploads.mockRestore());
  return { sent: () => uploads.mock.calls.length, finish: () => finish() };
}

it('uploads a document once where the answer about its row was lost', async () => {
  const uploads = holdUploads();
  const rows: { path: string }[] = [];
  shop({
    answer: ({ method, path, body }) => {
      if (!path.startsWith('/rest/v1/batch_documents')) return null;
      if (method === 'GET') {
        return { body: rows.map((row, n) => ({ id: `d${n}`, title: 'Report', ...row })) };
      }
      if (rows.length > 0) {
        const message = 'violates unique constraint "batch_documents_batch_id_sha256_key"';
        return { status: 409, body: { code: '23505', message } };
      }
      rows.push(body);
      return { status: 502, body: {} };
    },
  });
  await renderAdmin(`/admin/batches/${id}`, <Screen />);
  await documentForm.getByLabelText(/^File/).upload(certificate);
  await documentForm.getByRole('button', { name: 'Add document' }).click();
  await expect.poll(() => uploads.sent()).toBe(1);
  uploads.finish();
  await expect.element(page.getByText('Failed to add the document')).toBeVisible();
  await documentForm.getByRole('button', { name: 'Add document' }).click();
  await expect.element(page.getByText('Document added')).toBeVisible();
  expect(uploads.sent()).toBe(1);
});

/** Of a shop that stores documents and loses the first answer about one. */
function loseFirstDocument(state: Shop, rows: Record<string, unknown>[]): Shop {
  return {
    ...state,
    answer: ({ method, path, body }, shop) => {
      if (path.includes('correct-batch') && body.documents) {
        if (body.seen.revision !== (shop.revision ?? 1)) return overtaken;
        const isFirst = rows.length === 0;
        rows.splice(
          0,
          rows.length,
          ...body.documents.map(({ accreditationNumber, testedOn, ...said }: Call['body']) => ({
            ...{ id: said.path, ...said, tested_on: testedOn },
            accreditation_number: accreditationNumber,
          })),
        );
        shop.revision = (shop.revision ?? 1) + 1;
        return isFirst
          ? { status: 502, body: {} }
          : { body: { passport: { revision: shop.revision } } };
      }
      if (!path.startsWith('/rest/v1/batch_documents')) return null;
      if (method === 'PATCH') Object.assign(rows[0] ?? {}, body);
      if (method !== 'POST') return { body: rows.map((row) => ({ ...row })) };
      if (rows.length > 0) {
        const message = 'violates unique constraint "batch_documents_batch_id_sha256_key"';
        return { status: 409, body: { code: '23505', message } };
      }
      rows.push({ id: 'd', ...body });
      return { status: 502, body: {} };
    },
  };
}

it('stores what was corrected about a document since the answer about it was lost', async () => {
  const uploads = holdUploads();
  const rows: Record<string, unknown>[] = [];
  shop(loseFirstDocument({}, rows));
  await renderAdmin(`/admin/batches/${id}`, <Screen />);
  await documentForm.getByLabelText(/^File/).upload(certificate);
  await documentForm.getByLabelText('Laboratory').fill('Alpin Labs');
  await documentForm.getByRole('button', { name: 'Add document' }).click();
  await expect.poll(() => uploads.sent()).toBe(1);
  uploads.finish();
  await expect.element(page.getByText('Failed to add the document')).toBeVisible();
  await documentForm.getByLabelText('Laboratory').fill('Alpine Labs');
  await documentForm.getByRole('button', { name: 'Add document' }).click();
  await expect.element(page.getByText('Document added')).toBeVisible();
  expect(rows).toMatchObject([{ title: 'Certificate of analysis', laboratory: 'Alpine Labs' }]);
  expect(uploads.sent()).toBe(1);
});

it('shows what is published of a document since the answer was lost, and corrects that', async () => {
  const uploads = holdUploads();
  const rows: Record<string, unknown>[] = [];
  shop(loseFirstDocument({ status: 'released', results: [lead] }, rows));
  await renderAdmin(`/admin/batches/${id}`, <Screen />);
  const publish = async () => {
    await documentForm.getByRole('button', { name: 'Publish with this document' }).click();
  };
  await documentForm.getByLabelText(/^File/).upload(certificate);
  await documentForm.getByLabelText('Laboratory').fill('Alpin Labs');
  await page.getByLabelText('Reason for the correction').fill('The certificate was missing.');
  await publish();
  await expect.poll(() => uploads.sent()).toBe(1);
  uploads.finish();
  await answer('Publish correction').click();
  await expect.element(page.getByText('The correction was not published')).toBeVisible();
  await expect.element(page.getByRole('listitem').getByText('Alpin Labs')).toBeVisible();
  await documentForm.getByLabelText('Laboratory').fill('Alpine Labs');
  await publish();
  const question = page.getByRole('alertdialog');
  await expect.element(question.getByText(/Alpin Labs → Alpine Labs/)).toBeVisible();
  await answer('Publish correction').click();
  await expect.element(page.getByText('Correction published')).toBeVisible();
  expect(rows).toMatchObject([{ laboratory: 'Alpine Labs' }]);
  expect(uploads.sent()).toBe(1);
});

it('takes a document that was published though the answer was lost for its own', async () => {
  const uploads = holdUploads();
  const rows: Record<string, unknown>[] = [];
  shop(loseFirstDocument({ status: 'released', results: [lead] }, rows));
  await renderAdmin(`/admin/batches/${id}`, <Screen />);
  await documentForm.getByLabelText(/^File/).upload(certificate);
  await page.getByLabelText('Reason for the correction').fill('The certificate was missing.');
  const press = documentForm.getByRole('button', { name: 'Publish with this document' });
  await press.click();
  await expect.poll(() => uploads.sent()).toBe(1);
  uploads.finish();
  await answer('Publish correction').click();
  await expect.element(page.getByText('The correction was not published')).toBeVisible();
  await expect.element(page.getByText('No laboratory named')).toBeVisible();
  await press.click();
  await expect.element(page.getByText('Correction published')).toBeVisible();
  await expect.element(page.getByLabelText('Reason for the correction')).toHaveValue('');
  expect(rows).toHaveLength(1);
});

it('keeps what is typed of the next document while one is uploaded', async () => {
  const uploads = holdUploads();
  shop({});
  await renderAdmin(`/admin/batches/${id}`, <Screen />);
  await documentForm.getByLabelText(/^File/).upload(certificate);
  await documentForm.getByLabelText('Laboratory').fill('Alpine Labs');
  await documentForm.getByRole('button', { name: 'Add document' }).click();
  await expect.poll(() => uploads.sent()).toBe(1);
  await documentForm.getByLabelText('Laboratory').fill('Alpine Labs of Bern');
  uploads.finish();
  await expect.element(page.getByText('Document added')).toBeVisible();
  await expect
    .element(documentForm.getByLabelText('Laboratory'))
    .toHaveValue('Alpine Labs of Bern');
});

it('keeps what is typed of the next code while one is made void', async () => {
  const { promise: held, resolve: answerNow } = Promise.withResolvers<void>();
  shop({
    answer: ({ path }) =>
      path.includes('void-unit')
        ? held.then(() => ({ body: { unit: { batch: batch.code } } }))
        : null,
  });
  await renderAdmin(`/admin/batches/${id}`, <Screen />);
  const code = page.getByLabelText('Void a lost label');
  await code.fill(completeUnitCode('0123456789'));
  await button('Void').click();
  await answer('Void').click();
  await code.fill('BCD');
  answerNow();
  await expect.element(page.getByText('Unit code is void')).toBeVisible();
  // The form hears of it once what is shown of the batch is loaded again.
  await new Promise((later) => setTimeout(later, 500));
  await expect.element(code).toHaveValue('BCD');
});

it('keeps how many codes are typed for the next time while some are issued', async () => {
  const { promise: held, resolve: answerNow } = Promise.withResolvers<void>();
  shop({
    answer: ({ path }) =>
      path.includes('/issue-codes')
        ? held.then(() => ({ body: { codes: ['0123456789A'] } }))
        : null,
  });
  await renderAdmin(`/admin/batches/${id}/codes`, <Screen />);
  const count = page.getByLabelText('How many');
  await count.fill('1');
  await button('Issue codes').click();
  await count.fill('25');
  answerNow();
  await expect.element(page.getByText('1 code of SH2041')).toBeVisible();
  await expect.element(count).toHaveValue('25');
});

it('does not let issued codes be left before they were taken', async () => {
  shop({ results: [lead] });
  await renderAdmin(`/admin/batches/${id}/codes`, <Screen />);
  await page.getByLabelText('How many').fill('0');
  await button('Issue codes').click();
  await expect.element(page.getByText('Enter a whole number from 1 to 10,000.')).toBeVisible();
  await page.getByLabelText('How many').fill('2');
  await button('Issue codes').click();
  await expect.element(page.getByText('2 codes of SH2041')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the batch' }).click();
  await expect.element(page.getByText('Leave without the codes?')).toBeVisible();
  await answer('Stay').click();
  await page.getByText('Show the codes').click();
  await expect.element(page.getByText('0123 4567 89A')).toBeVisible();
  await page.getByLabelText('Labels already used on the first sheet').fill('30');
  await expect
    .element(page.getByRole('button', { name: 'Print 2 labels' }))
    .toHaveAttribute('aria-disabled', 'true');
});

it('names the batch of a voided unit where it is another one', async () => {
  const state: Shop = { status: 'released' };
  let owner = 'LOT-9';
  state.answer = ({ path }) =>
    path.includes('void-unit') ? { body: { unit: { id: 1, status: 'void', batch: owner } } } : null;
  shop(state);
  await renderAdmin(`/admin/batches/${id}`, <Screen />);
  const voidUnit = async () => {
    await page.getByLabelText('Void a lost label').fill(completeUnitCode('0123456789'));
    await page.getByRole('form', { name: 'Void a unit' }).getByRole('button').click();
    await answer('Void').click();
  };
  await voidUnit();
  await expect
    .element(page.getByText('Unit code is void: it belongs to batch LOT-9, not to SH2041'))
    .toBeVisible();
  owner = 'SH2041';
  await voidUnit();
  await expect.element(page.getByText('Unit code is void', { exact: true })).toBeVisible();
});

function Screen() {
  return (
    <Routes>
      <Route path="/admin/batches/*" element={<BatchesScreen />} />
    </Routes>
  );
}
