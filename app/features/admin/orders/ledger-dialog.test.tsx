import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, broken } from '#tests/components/answer-calls.ts';
import { renderAdmin } from '#tests/components/render-admin.tsx';
import type { LedgerRow } from './export-ledger.ts';
import { LedgerDialog } from './ledger-dialog.tsx';

const row = (n: number): LedgerRow => ({
  moved_at: '2026-10-02T12:00:00+00:00',
  key: `sale:${n}`,
  day: '2026-10-02',
  kind: 'sale',
  order_id: `${n}`,
  provider: 'stripe',
  reference: '=1+1',
  currency: 'USD',
  subtotal: 1.5,
  discount: 0,
  delivery: 0,
  tax_added: 0,
  tax_included: 0,
  taxes: [],
  difference: 0,
  amount: 1.5,
  net: 1.5,
  country: '',
  region: '',
});

/** Collects the saved files and their names. */
function watchDownloads(): { name: string; file: Blob }[] {
  const saved: { name: string; file: Blob }[] = [];
  const blobs: Blob[] = [];
  const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob);
    return 'blob:saved';
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    const file = blobs.at(-1);
    if (file) saved.push({ name: this.download, file });
  });
  onTestFinished(() => {
    create.mockRestore();
    click.mockRestore();
  });
  return saved;
}

const field = (name: string) => page.getByLabelText(name);
const button = page.getByRole('button', { name: 'Download CSV' });

it('saves the days of a chosen period, page by page, as one file', async () => {
  const saved = watchDownloads();
  const rows = Array.from({ length: 1400 }, (_, n) => row(n));
  const calls = answerCalls(({ body }) => {
    const begin = rows.findIndex(({ key }) => key === body.after_key) + 1;
    return { body: rows.slice(begin, begin + 1000) };
  });
  await renderAdmin('/admin/orders', <LedgerDialog onClose={() => {}} />);
  await field('First day').fill('2026-10-01');
  await field('Last day').fill('2026-10-31');
  await button.click();
  await expect.element(page.getByText('Saved 1,400 rows, $2,100.00 in all.')).toBeVisible();
  expect(calls.map(({ body }) => body)).toEqual([
    { first_day: '2026-10-01', last_day: '2026-10-31', zone: expect.any(String) },
    expect.objectContaining({ after_at: row(999).moved_at, after_key: 'sale:999' }),
  ]);
  expect(saved.map(({ name }) => name)).toEqual(['accounting-2026-10-01-2026-10-31.csv']);
  const lines = (await saved[0]?.file.text())?.split('\r\n') ?? [];
  expect(lines.length).toBe(1401);
  expect(lines[1]).toBe(
    '2026-10-02,2026-10-02T12:00:00+00:00,sale,0,stripe,"\'=1+1",USD,1.50,0.00,0.00,0.00,0.00,0.00,1.50,1.50,,',
  );
});

it('fills in the days of a period, and knows other days for what they are', async () => {
  answerCalls(() => ({ body: [] }));
  await renderAdmin('/admin/orders', <LedgerDialog onClose={() => {}} />);
  const year = new Date().getUTCFullYear() - 1;
  await field('Period').selectOptions(String(year));
  await expect.element(field('First day')).toHaveValue(`${year}-01-01`);
  await expect.element(field('Last day')).toHaveValue(`${year}-12-31`);
  await field('Last day').fill(`${year}-12-30`);
  await expect.element(field('Period')).toHaveDisplayValue('Other days');
});

it('says so when nothing happened, when days are wrong and when the export breaks off', async () => {
  const saved = watchDownloads();
  let away = true;
  const calls = answerCalls(() => (away ? broken : { body: [] }));
  await renderAdmin('/admin/orders', <LedgerDialog onClose={() => {}} />);
  await field('First day').fill('2026-10-02');
  await field('Last day').fill('2026-10-01');
  await button.click();
  await expect.element(page.getByText('Choose a first day and a last day')).toBeVisible();
  expect(calls).toEqual([]);
  await field('Last day').fill('2026-10-02');
  await expect.element(page.getByText('Choose a first day')).not.toBeInTheDocument();
  await button.click();
  await expect.element(page.getByText('Export failed. Something went wrong')).toBeVisible();
  away = false;
  await button.click();
  await expect.element(page.getByText('No money came or went on these days.')).toBeVisible();
  expect(saved).toEqual([]);
});
