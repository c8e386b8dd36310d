import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerCalls } from '#tests/components/answer-calls.ts';
import { renderAdmin } from '#tests/components/render-admin.tsx';
import ImportCodes from './import-codes.tsx';

interface Code {
  id: string;
  code: string;
}

/** Simulates the table with one code; the response to the first import is lost after it was stored. */
function openTable() {
  const rows: Code[] = [{ id: '10000000-0000-4000-8000-000000000001', code: 'THERE' }];
  let lost = true;
  answerCalls(({ method, path, body }) => {
    if (method === 'GET') return { body: rows.filter(({ id }) => path.includes(id)) };
    const added = body.filter(({ code }: Code) => !rows.some((row) => row.code === code));
    rows.push(...added);
    if (!lost) return { body: added };
    lost = false;
    return { status: 503, body: { message: 'lost' } };
  });
  return rows;
}

const file = () => new File(['A-1\nTHERE\nA-2\n'], 'codes.csv', { type: 'text/csv' });
const choose = () => userEvent.upload(page.getByLabelText('File'), file());
const stopped = () => page.getByText(/^The import stopped/);
const finished = () => page.getByText('2 codes were added, 1 rows were skipped.');

it('counts what was added before it was interrupted, after a reload too', async () => {
  const rows = openTable();
  const first = await renderAdmin('/admin/validity/import', <ImportCodes />);
  await choose();
  await expect.element(stopped()).toBeVisible();
  await first.unmount();
  await renderAdmin('/admin/validity/import', <ImportCodes />);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.element(finished()).toBeVisible();
  const skipped = page.getByRole('cell', { name: 'This code already exists.' });
  await expect.element(skipped).toBeVisible();
  expect(skipped.elements()).toHaveLength(1);
  expect(rows.map(({ code }) => code)).toEqual(['THERE', 'A-1', 'A-2']);
});

it('goes on when the same file is chosen again', async () => {
  openTable();
  await renderAdmin('/admin/validity/import', <ImportCodes />);
  await choose();
  await expect.element(stopped()).toBeVisible();
  await choose();
  await expect.element(finished()).toBeVisible();
});

it('skips codes whose batch is blocked, and says why, row by row', async () => {
  const reason = 'Batch B-1 is blocked: its code cannot be made valid.';
  answerCalls(({ method, path, body }) => {
    if (method === 'GET') return { body: [] };
    if (path.includes('/rpc/refused_codes')) return { body: [{ code: 'B-1', reason }] };
    if (body.some(({ code }: Code) => code === 'B-1')) {
      return { status: 400, body: { code: '23514', message: reason } };
    }
    return { body };
  });
  await renderAdmin('/admin/validity/import', <ImportCodes />);
  const some = new File(['A-1\nB-1\nA-2\n'], 'codes.csv', { type: 'text/csv' });
  await userEvent.upload(page.getByLabelText('File'), some);
  await expect.element(finished()).toBeVisible();
  await expect.element(page.getByRole('cell', { name: reason })).toBeVisible();
});
