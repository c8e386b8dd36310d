import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { completeUnitCode } from '#domain/unit-code.ts';
import {
  answer,
  batch,
  button,
  lead,
  openBatch,
  type Shop,
  shop,
} from '#tests/components/batch-screen.tsx';

it('keeps what is typed of the next code while one is made void', async () => {
  const { promise: held, resolve: answerNow } = Promise.withResolvers<void>();
  shop({
    answer: ({ path }) =>
      path.includes('void-unit')
        ? held.then(() => ({ body: { unit: { batch: batch.code } } }))
        : null,
  });
  const spies = [
    vi.spyOn(Storage.prototype, 'setItem'),
    vi.spyOn(Storage.prototype, 'removeItem'),
  ] as const;
  onTestFinished(() => spies.forEach((spy) => void spy.mockRestore()));
  /** How often the form has stored what it holds. */
  const writes = () =>
    spies.flatMap((spy) => spy.mock.calls.filter(([key]) => key.includes('void-unit'))).length;
  await openBatch();
  const code = page.getByLabelText('Void a lost label');
  await code.fill(completeUnitCode('0123456789'));
  await button('Void').click();
  await answer('Void').click();
  await code.fill('BCD');
  await expect.poll(writes).toBe(2);
  answerNow();
  await expect.element(page.getByText('Unit code is void')).toBeVisible();
  await expect.poll(writes).toBe(3);
  expect(spies[1]).not.toHaveBeenCalledWith(expect.stringContaining('void-unit'));
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
  await openBatch('/codes');
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
  await openBatch('/codes');
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
  await openBatch();
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
