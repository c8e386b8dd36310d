import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, broken, type Call } from '#tests/components/answer-calls.ts';
import { renderAdmin } from '#tests/components/render-admin.tsx';
import { RequirementsSection } from './requirements-section.tsx';

const productId = '10000000-0000-4000-8000-000000000001';
const save = () => page.getByRole('button', { name: 'Save requirements' }).click();
const field = (name: string) => page.getByLabelText(name, { exact: true });

/**
 * Simulates the table with the row. `refusal` is the response to the next write; `losesAnswer`
 * drops the response of the next write that succeeds.
 */
function openTable(stored: object | null = null, hold = async (_call: Call) => {}) {
  const state = {
    row: stored as Record<string, unknown> | null,
    refusal: null as object | null,
    losesAnswer: false,
  };
  const calls = answerCalls(async (call) => {
    const { method, path, body } = call;
    await hold(call);
    if (method === 'GET') return { body: state.row ? [state.row] : [] };
    if (state.refusal) return { status: 409, body: state.refusal };
    const isOld = !path.includes(`updated_at=eq.${state.row?.updated_at}`);
    if (method === 'PATCH' ? isOld : state.row) return { body: [] };
    const at = `2026-11-24T10:00:0${calls.length}+00:00`;
    state.row = { ...state.row, ...(Array.isArray(body) ? body[0] : body), updated_at: at };
    const loses = state.losesAnswer;
    state.losesAnswer = false;
    return loses ? { ...broken, status: 502 } : { body: [state.row] };
  });
  const written = () => calls.filter(({ method }) => method !== 'GET').map(({ body }) => body);
  return { state, written };
}

const standing = {
  ...{ product_id: productId, analytes: ['lead', 'Moisture'], daily_dose_grams: 1, gtin: null },
  ...{ stricter_limits: { Lead: 0.5 } },
  ...{ updated_at: '2026-11-20T10:00:00+00:00', created_at: '2026-11-20T10:00:00+00:00' },
};
const overtaken = () => page.getByRole('alert').filter({ hasText: 'Someone else saved this' });
const open = () => renderAdmin('/admin/products', <RequirementsSection productId={productId} />);

it('begins with the shop’s list, and shows each default at the dose that is typed', async () => {
  const { written } = openTable();
  await open();
  await expect
    .element(page.getByText('Default 10 µg/g (USP <2232>, 5 µg a day at 0.5 g a day)').first())
    .toBeVisible();
  await field('Daily dose in grams').fill('2');
  await expect
    .element(page.getByText('Default 2.5 µg/g (USP <2232>, 5 µg a day at 2 g a day)').first())
    .toBeVisible();
  await field('Our limit for lead').fill('2.5');
  await save();
  await expect.element(page.getByText('Below the default of 2.5 µg/g, or empty.')).toBeVisible();
  expect(written()).toEqual([]);
  await field('Our limit for lead').fill('1');
  await page.getByLabelText('And for').fill('Fulvic acid\n\n');
  await save();
  await expect.element(page.getByText('Requirements saved')).toBeVisible();
  expect([written()[0]].flat()[0]).toMatchObject({
    product_id: productId,
    daily_dose_grams: 2,
    gtin: null,
    analytes: [
      ...['lead', 'arsenic', 'cadmium', 'mercury', 'total aerobic count', 'yeast and mold'],
      ...['E. coli', 'Salmonella', 'Fulvic acid'],
    ],
    stricter_limits: { lead: 1 },
  });
});

it('says at its place what the form or the database refuses, and keeps what was typed', async () => {
  const { state } = openTable();
  await open();
  await field('GTIN').fill('4006381333932');
  await save();
  await expect.element(page.getByText('The last digit does not fit the others.')).toBeVisible();
  state.refusal = {
    code: '23505',
    message: 'duplicate key value violates unique constraint "product_requirements_gtin_key"',
  };
  await field('GTIN').fill('400638 1333931');
  await page.getByLabelText('And for').fill('lead');
  await save();
  await expect.element(page.getByText('lead is listed already.')).toBeVisible();
  await page.getByLabelText('And for').fill('');
  await save();
  await expect.element(page.getByText('Another product has this GTIN.')).toBeVisible();
  await expect.element(field('GTIN')).toHaveValue('400638 1333931');
  await expect.element(field('GTIN')).toHaveFocus();
  state.refusal = null;
  await save();
  await expect.element(page.getByText('Requirements saved')).toBeVisible();
  expect(state.row).toMatchObject({ gtin: '4006381333931', analytes: null, stricter_limits: {} });
});

it('shows what is stored, and overwrites nothing that somebody else saved meanwhile', async () => {
  const { state } = openTable(standing);
  await open();
  await expect.element(field('Our limit for lead')).toHaveValue('0.5');
  await expect.element(page.getByLabelText('And for')).toHaveValue('Moisture');
  await expect.element(page.getByRole('checkbox', { name: 'Mercury' })).not.toBeChecked();
  const theirs = (changes: object) => {
    state.row = { ...state.row, ...changes };
  };
  theirs({ daily_dose_grams: 3, updated_at: '2026-11-24T09:00:00+00:00' });
  await field('Our limit for lead').fill('0.4');
  await save();
  await expect.element(overtaken().getByText('They changed: daily dose.')).toBeVisible();
  await page.getByRole('button', { name: 'Show their version' }).click();
  await expect.element(field('Daily dose in grams')).toHaveValue('3');
  await expect.element(field('Our limit for lead')).toHaveValue('0.5');

  await field('Our limit for lead').fill('0.3');
  theirs({ daily_dose_grams: 2, updated_at: '2026-11-24T09:30:00+00:00' });
  await save();
  await page.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect.element(page.getByText('Requirements saved')).toBeVisible();
  expect(state.row).toMatchObject({ daily_dose_grams: 3, stricter_limits: { lead: 0.3 } });
});

it.each([
  ['the first', null],
  ['later', standing],
])('knows its own values again when the answer to %s ones was lost', async (_which, stored) => {
  const { state } = openTable(stored);
  state.losesAnswer = true;
  await open();
  await field('Daily dose in grams').fill('2');
  await save();
  await expect.element(page.getByText('Failed to save the requirements')).toBeVisible();
  expect(state.row).toMatchObject({ daily_dose_grams: 2 });
  await page.getByLabelText('And for').fill('Fulvic acid');
  await save();
  await expect.element(page.getByText('Requirements saved')).toBeVisible();
  await expect.element(overtaken()).not.toBeInTheDocument();
  expect(state.row?.analytes).toContain('Fulvic acid');
});

it('keeps what is typed while it saves', async () => {
  const answer = Promise.withResolvers<void>();
  const { state } = openTable(standing, async ({ method }) => {
    if (method !== 'GET') await answer.promise;
  });
  await open();
  await field('Daily dose in grams').fill('2');
  await save();
  await page.getByLabelText('And for').fill('Fulvic acid');
  answer.resolve();
  await expect.element(page.getByText('Requirements saved')).toBeVisible();
  expect(state.row).toMatchObject({ daily_dose_grams: 2, analytes: ['lead', 'Moisture'] });
  await expect.element(page.getByLabelText('And for')).toHaveValue('Fulvic acid');
  await expect.element(page.getByText('Unsaved changes')).toBeVisible();
});

it('takes its own values for nobody else’s after a reload', async () => {
  const { state } = openTable(standing);
  state.losesAnswer = true;
  const first = await open();
  await field('Daily dose in grams').fill('2');
  await save();
  await expect.element(page.getByText('Failed to save the requirements')).toBeVisible();
  await page.getByLabelText('And for').fill('Fulvic acid');
  await first.unmount();
  await open();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.element(page.getByText(/has been restored/)).toBeVisible();
  await expect.element(page.getByText(/Someone else/)).not.toBeInTheDocument();
  await save();
  await expect.element(page.getByText('Requirements saved')).toBeVisible();
  expect(state.row).toMatchObject({ daily_dose_grams: 2, analytes: ['lead', 'Fulvic acid'] });
});
