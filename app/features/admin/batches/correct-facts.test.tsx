import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  answer,
  correctFacts,
  facts,
  lead,
  openBatch,
  overtaken,
  result,
  resultsForm,
  type Shop,
  shop,
} from '#tests/components/batch-screen.tsx';

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
  await openBatch();
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
  await openBatch();
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
  await openBatch();
  await facts.getByLabelText('Origin').fill('Pin Valley');
  await correctFacts('The valley was wrong.');
  await expect.element(page.getByText('Your changes were not saved')).toBeVisible();
  expect(calls.filter(({ path }) => path.includes('correct-batch'))).toHaveLength(2);
  await expect.element(facts.getByLabelText('Origin')).toHaveValue('Pin Valley');
});

it('says that nothing differs where only spaces do', async () => {
  const calls = shop({ status: 'released', results: [lead], facts: { origin: 'Altai' } });
  await openBatch();
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
  await openBatch();
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
  await openBatch();
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
  await openBatch();
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
