import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { CheckAnswer } from '#domain/check-answer.ts';
import { renderAt } from '#tests/components/render-at.tsx';
import type { CodeAnswer } from './request-check.ts';
import { ValidityResult } from './validity-result.tsx';

const of = { product: 'Pure Resin', batch: 'SH2041', passport: '/batch/SH2041' };
const seen = { ...of, firstCheckedAt: '2026-05-03T12:00:00Z' };
const recall = { reason: 'A seal may leak.', instructions: 'Do not use it.' };
const code = '5X4YVE10MSV';

const show = (answer: CodeAnswer) =>
  renderAt('/validity', <ValidityResult answer={answer} checking={false} />);

it.each<[CheckAnswer, RegExp[]]>([
  [{ ...seen, outcome: 'first', checkedBefore: 0 }, [/We made this jar/, /Nobody had checked/]],
  [{ ...seen, outcome: 'again', checkedBefore: 2 }, [/First checked on May 3, 2026/, /2 times/]],
  [{ ...seen, outcome: 'again', checkedBefore: 1, sameBrowser: true }, [/a moment ago/]],
  [{ ...seen, outcome: 'void', checkedBefore: 0 }, [/We withdrew this code/]],
  [{ ...seen, outcome: 'not_released', checkedBefore: 0 }, [/This batch is not released/]],
  [{ outcome: 'unknown' }, [/We have no jar with this code/]],
  [{ outcome: 'malformed' }, [/Please check the code again/]],
])('of a single jar says what its code proves: %o', async (check, texts) => {
  await show({ state: 'unit', code, check });
  for (const text of texts) await expect.element(page.getByText(text).first()).toBeVisible();
  await expect.element(page.getByText('5X4Y VE10 MSV')).toBeVisible();
  expect(page.getByRole('alert').elements()).toHaveLength(0);
  expect(document.body.textContent).not.toMatch(/fake|counterfeit/i);
});

it('says a recall before everything else, of a jar and of a batch', async () => {
  await show({
    state: 'unit',
    code,
    check: { ...seen, outcome: 'recalled', checkedBefore: 0, recall },
  });
  await expect.element(page.getByRole('alert')).toMatchTextContent('Recalled: please don’t use it');
  await expect.element(page.getByRole('alert')).toMatchTextContent(recall.instructions);
  await expect.element(page.getByText('We made this jar')).toBeVisible();
  const status = page.getByRole('status').element();
  expect(status.textContent?.indexOf('Recalled')).toBe(0);
});

it('tells whoever holds a withdrawn label of a recalled batch what to do, and not that the jar is genuine', async () => {
  await show({
    state: 'unit',
    code,
    check: { ...seen, outcome: 'void', checkedBefore: 0, recall },
  });
  await expect.element(page.getByRole('alert')).toMatchTextContent(recall.instructions);
  await expect.element(page.getByText('We withdrew this code')).toBeVisible();
  expect(document.body.textContent).not.toContain('genuine');
});

it('calls a batch of the specified list VALID, says its date has passed, and leads to its passport', async () => {
  await show({
    state: 'valid',
    code: 'SH2041',
    product: 'Pure Resin',
    check: { ...of, outcome: 'expired', bestBefore: '2026-10-01' },
  });
  // A date without a time, so the same in every time zone.
  await expect.element(page.getByRole('alert')).toMatchTextContent('best before October 1, 2026');
  await expect.element(page.getByText('VALID', { exact: true })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'See what the laboratory found in this batch' }))
    .toHaveAttribute('href', '/batch/SH2041');
});

it('says of a batch number what it cannot prove, where jars may have codes of their own', async () => {
  await show({ state: 'valid', code: 'SH2041', check: { ...of, outcome: 'batch' } });
  await expect.element(page.getByText(/A batch number can be copied/)).toBeVisible();
});

it('leaves that out for a number that has no batch', async () => {
  await show({ state: 'valid', code: 'SH2041', check: { outcome: 'batch', batch: 'SH2041' } });
  await expect.element(page.getByText('VALID', { exact: true })).toBeVisible();
  expect(document.body.textContent).not.toContain('can be copied');
});

it('says that a second check was a moment ago, and warns if others checked before', async () => {
  const again = { ...seen, outcome: 'again', sameBrowser: true } as const;
  await show({ state: 'unit', code, check: { ...again, checkedBefore: 4 } });
  await expect
    .element(page.getByText(/from one like it on the same network.*may have been copied/))
    .toBeVisible();
});
