import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  answer,
  batch,
  button,
  facts,
  id,
  lead,
  openBatch,
  overtaken,
  result,
  type Shop,
  shop,
} from '#tests/components/batch-screen.tsx';

it('says what is missing before a release, and stores a measured value with the default limit', async () => {
  const calls = shop({ problems: ['lead: there is no result yet.'] });
  await openBatch();
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
  await openBatch();
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
  await openBatch();
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
  await openBatch();
  await page.getByLabelText('Origin').fill('Pin Valley');
  await button('Save').click();
  await expect.element(page.getByText('Batch updated')).toBeVisible();
  await button('Release').click();
  await answer('Release').click();
  await expect.element(page.getByText('Batch SH2041 released')).toBeVisible();
  const sent = calls.find(({ path }) => path.includes('release-batch'));
  expect(sent?.body.seen.origin).toBe('Pin Valley');
});

it('offers to load facts, results and documents again that could not be read', async () => {
  const state: Shop = { status: 'released', results: [lead] };
  let broken = true;
  state.answer = ({ path }) =>
    broken && path.startsWith('/rest/v1/batch_results') ? { status: 400, body: {} } : null;
  shop(state);
  await openBatch();
  await expect.element(page.getByText('What was filled could not be loaded.')).toBeVisible();
  await expect.element(page.getByText('The results could not be loaded.')).toBeVisible();
  await expect.element(page.getByText('The documents could not be loaded.')).toBeVisible();
  broken = false;
  await button('Try again').first().click();
  await expect.element(facts.getByLabelText('Origin')).toBeVisible();
});

it('shows a note that was typed before the release and has no field anymore', async () => {
  const state: Shop = { results: [lead] };
  shop(state);
  const first = await openBatch();
  await page.getByLabelText('Note').fill('Ask the laboratory.');
  await first.unmount();
  state.status = 'released';
  await openBatch();
  await expect.element(facts.getByText(/the note that you typed: “Ask the lab/)).toBeVisible();
  await expect.element(facts.getByRole('button', { name: 'Continue' })).not.toBeInTheDocument();
  await facts.getByRole('button', { name: 'Discard draft' }).click();
  await expect.element(facts.getByText(/Ask the lab/)).not.toBeInTheDocument();
});

it('releases only what is saved', async () => {
  const calls = shop({ results: [lead] });
  await openBatch();
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
  await openBatch();
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
