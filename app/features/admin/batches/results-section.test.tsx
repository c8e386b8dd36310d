import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  answer,
  button,
  id,
  lead,
  openBatch,
  result,
  resultsForm,
  type Shop,
  shop,
} from '#tests/components/batch-screen.tsx';

it('publishes changed results of a released batch as a correction, with its reason', async () => {
  const calls = shop({ status: 'released', results: [lead] });
  await openBatch();
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

it('keeps what others have measured when a draft of results is restored', async () => {
  const cadmium = { ...lead, id: '44440000-0000-4000-8000-000000000000', analyte: 'cadmium' };
  const state: Shop = {};
  const calls = shop(state);
  const first = await openBatch();
  await result.getByLabelText('Value').fill('0.2');
  await first.unmount();
  state.results = [cadmium];
  await openBatch();
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

it('shows what somebody else has measured beside what was typed here, before it is saved', async () => {
  const tin = { ...lead, id: '33330000-0000-4000-8000-000000000000', analyte: 'tin', method: null };
  const worse = { ...lead, value: 16 };
  const state: Shop = { results: [lead, tin] };
  state.answer = ({ path, body }) =>
    path.includes('save_batch_results')
      ? { body: body.seen[0].value === (state.results?.includes(worse) ? 16 : 0.1) }
      : null;
  const calls = shop(state);
  await openBatch();
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
  await openBatch();
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
  await openBatch();
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
  await openBatch();
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
