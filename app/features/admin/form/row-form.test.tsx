import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerCalls, broken, type Call } from '#tests/components/answer-calls.ts';
import { renderAdmin } from '#tests/components/render-admin.tsx';
import PartnersScreen from '../partners/partners-screen.tsx';

const stored = {
  id: '10000000-0000-4000-8000-000000000001',
  name: 'Atelier',
  description: null,
  website_url: null,
  logo_url: null,
  active: true,
  created_at: '2026-11-20T12:00:00Z',
  updated_at: '2026-11-20T12:00:00Z',
};
type Partner = typeof stored;

const notices = () => page.getByRole('region', { name: 'Notifications' });
const notice = (text: string) => notices().getByText(text, { exact: true });
const field = (label: string) => page.getByLabelText(new RegExp(`^${label}( \\*)?$`));
const create = () => page.getByRole('button', { name: 'Create partner' });
const writes = (calls: readonly Call[]) =>
  calls.filter(({ method }) => method === 'POST' || method === 'PATCH');

/** Simulates the partners table as the server would, and can be made to fail. */
function openTable(
  rows: Partner[],
  failOnce: (call: Call) => 'refused' | 'answer lost' | null = () => null,
  hold: (call: Call) => Promise<void> | undefined = () => undefined,
) {
  let failing = true;
  let saves = 0;
  const calls = answerCalls(async (call) => {
    const { method, path, body } = call;
    await hold(call);
    if (!path.startsWith('/rest/v1/partners')) return { body: { rows, total: rows.length } };
    const failure = failing ? failOnce(call) : null;
    if (failure) failing = false;
    if (failure === 'refused') return broken;
    const id = /id=eq\.([0-9a-f-]+)/.exec(path)?.[1];
    const version = /updated_at=eq\.([^&]+)/.exec(path)?.[1];
    const found = rows.filter((row) => row.id === id);
    const savedAt = () => `2026-11-21T12:00:0${saves++}Z`;
    if (method === 'POST') {
      if (rows.some((row) => row.id === body.id)) {
        return { status: 409, body: { code: '23505', message: 'partners_pkey' } };
      }
      const created_at = savedAt();
      const row = { ...stored, ...body, created_at, updated_at: created_at };
      rows.push(row);
      return failure ? broken : { body: [row] };
    }
    if (method === 'PATCH') {
      const current = found.filter((row) => row.updated_at === version);
      for (const row of current) Object.assign(row, body, { updated_at: savedAt() });
      return failure ? broken : { body: current };
    }
    return { body: found };
  });
  return calls;
}

it('names what is missing beside its field, and asks nobody', async () => {
  const calls = openTable([]);
  await renderAdmin('/admin/partners/new', <Partners />);
  await field('Website').fill('javascript:alert(1)');
  await create().click();
  await expect.element(page.getByText('Enter a name.')).toBeVisible();
  await expect.element(page.getByText('Enter an address such as https://a.example.')).toBeVisible();
  expect(writes(calls)).toEqual([]);
});

it('creates a row once, however often the button is pressed', async () => {
  const rows: Partner[] = [];
  const calls = openTable(rows);
  await renderAdmin('/admin/partners/new', <Partners />);
  await field('Name').fill('Atelier');
  await field('Website').fill('atelier.example');
  await create().dblClick();
  await expect.element(notice('Partner created successfully')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Atelier', level: 1 })).toBeVisible();
  expect(window.location.pathname).toBe(`/admin/partners/${rows[0]?.id}`);
  expect(writes(calls)).toHaveLength(1);
  expect(rows).toMatchObject([{ name: 'Atelier', website_url: 'https://atelier.example' }]);
});

it('saves by Ctrl S, also while a field has the focus', async () => {
  const rows = [{ ...stored }];
  openTable(rows);
  await renderAdmin(`/admin/partners/${stored.id}`, <Partners />);
  await field('Description').fill('By key');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(notice('Partner updated successfully')).toBeVisible();
  expect(rows).toMatchObject([{ description: 'By key' }]);
});

it('keeps what was typed when it cannot be saved', async () => {
  const rows: Partner[] = [];
  openTable(rows, ({ method }) => (method === 'POST' ? 'refused' : null));
  await renderAdmin('/admin/partners/new', <Partners />);
  await field('Name').fill('Lost');
  await create().click();
  await expect.element(notice('Failed to save partner')).toBeVisible();
  await expect.element(field('Name')).toHaveValue('Lost');
  await create().click();
  await expect.element(notice('Partner created successfully')).toBeVisible();
  expect(rows).toMatchObject([{ name: 'Lost' }]);
});

it('makes one row when the answer was lost and more was typed since', async () => {
  const rows: Partner[] = [];
  openTable(rows, ({ method }) => (method === 'POST' ? 'answer lost' : null));
  await renderAdmin('/admin/partners/new', <Partners />);
  await field('Name').fill('Once Only Ltd');
  await create().click();
  await expect.element(notice('Failed to save partner')).toBeVisible();
  await field('Description').fill('Said later.');
  await create().click();
  await expect.element(notice('Partner created successfully')).toBeVisible();
  expect(rows).toMatchObject([{ name: 'Once Only Ltd', description: 'Said later.' }]);
});

it('asks before it overwrites what was saved since an answer was lost', async () => {
  const rows: Partner[] = [];
  openTable(rows, ({ method }) => (method === 'POST' ? 'answer lost' : null));
  await renderAdmin('/admin/partners/new', <Partners />);
  await field('Name').fill('First wording');
  await create().click();
  await expect.element(notice('Failed to save partner')).toBeVisible();
  Object.assign(rows[0] ?? {}, { name: 'Final wording', updated_at: '2026-11-21T13:00:00Z' });
  await create().click();
  const told = page.getByRole('alert').filter({ hasText: 'Someone else saved this' });
  await expect.element(told.getByText('They changed: name')).toBeVisible();
  expect(rows).toMatchObject([{ name: 'Final wording' }]);
  await told.getByRole('button', { name: 'Show their version' }).click();
  await expect.element(page.getByRole('heading', { name: 'Final wording' })).toBeVisible();
  expect(window.location.pathname).toBe(`/admin/partners/${rows[0]?.id}`);
  expect(rows).toMatchObject([{ name: 'Final wording' }]);
});

it('keeps what is typed while the row is being created', async () => {
  const rows: Partner[] = [];
  const answer = Promise.withResolvers<void>();
  openTable(
    rows,
    () => null,
    ({ method }) => (method === 'POST' ? answer.promise : undefined),
  );
  await renderAdmin('/admin/partners/new', <Partners />);
  await field('Name').fill('Atelier');
  await create().click();
  await field('Description').fill('Typed meanwhile.');
  answer.resolve();
  await expect.element(page.getByRole('heading', { name: 'Atelier', level: 1 })).toBeVisible();
  await expect.element(field('Description')).toHaveValue('Typed meanwhile.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(notice('Partner updated successfully')).toBeVisible();
  expect(rows).toMatchObject([{ name: 'Atelier', description: 'Typed meanwhile.' }]);
});

it('saves over the version that it has read, then over its own', async () => {
  const rows = [{ ...stored }];
  const calls = openTable(rows);
  await renderAdmin(`/admin/partners/${stored.id}`, <Partners />);
  for (const text of ['First', 'Second']) {
    await field('Description').fill(text);
    await expect.element(page.getByText('Unsaved changes')).toBeVisible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.element(page.getByText('Unsaved changes')).not.toBeInTheDocument();
    await expect.poll(() => rows).toMatchObject([{ description: text }]);
  }
  await expect.element(notice('Partner updated successfully')).toBeVisible();
  expect(writes(calls).map(({ path }) => /updated_at=eq\.([^&]+)/.exec(path)?.[1])).toEqual([
    stored.updated_at,
    '2026-11-21T12:00:00Z',
  ]);
});

it('knows its own values again when the answer to saving them was lost', async () => {
  const rows = [{ ...stored }];
  openTable(rows, ({ method }) => (method === 'PATCH' ? 'answer lost' : null));
  await renderAdmin(`/admin/partners/${stored.id}`, <Partners />);
  await field('Description').fill('Mine');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(notice('Failed to save partner')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(notice('Partner updated successfully')).toBeVisible();
  await expect.element(page.getByText('Someone else saved this')).not.toBeInTheDocument();
});

it('knows its own values again when more was typed since the answer was lost', async () => {
  const rows = [{ ...stored }];
  openTable(rows, ({ method }) => (method === 'PATCH' ? 'answer lost' : null));
  await renderAdmin(`/admin/partners/${stored.id}`, <Partners />);
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await field('Description').fill('Mine');
  await save.click();
  await expect.element(notice('Failed to save partner')).toBeVisible();
  await field('Description').fill('Mine, and more');
  await save.click();
  await expect.element(notice('Partner updated successfully')).toBeVisible();
  await expect.element(page.getByText('Someone else saved this')).not.toBeInTheDocument();
  expect(rows).toMatchObject([{ description: 'Mine, and more' }]);

  // Anything saved after that is somebody else's.
  await field('Description').fill('Mine once more');
  Object.assign(rows[0] ?? {}, { description: 'Mine', updated_at: '2026-11-22T13:00:00Z' });
  await save.click();
  await expect.element(page.getByText('Someone else saved this')).toBeVisible();
});

it('overwrites nothing that somebody else saved meanwhile without being told to', async () => {
  const rows = [{ ...stored }];
  openTable(rows);
  await renderAdmin(`/admin/partners/${stored.id}`, <Partners />);
  await field('Description').fill('Mine');
  Object.assign(rows[0] ?? {}, { name: 'Theirs', updated_at: '2026-11-20T13:00:00Z' });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  const told = page.getByRole('alert').filter({ hasText: 'Someone else saved this' });
  await expect.element(told).toMatchTextContent(/They changed: name\./);
  expect(rows[0]?.description).toBeNull();

  await told.getByRole('button', { name: 'Show their version' }).click();
  await expect.element(field('Name')).toHaveValue('Theirs');
  await expect.element(field('Description')).toHaveValue('');
  await field('Description').fill('Mine again');
  Object.assign(rows[0] ?? {}, { updated_at: '2026-11-20T14:00:00Z' });
  await save.click();
  await told.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect.element(notice('Partner updated successfully')).toBeVisible();
  expect(rows).toMatchObject([{ name: 'Theirs', description: 'Mine again' }]);
});

it('keeps what is typed while it is being saved', async () => {
  const rows = [{ ...stored }];
  const answer = Promise.withResolvers<void>();
  openTable(
    rows,
    () => null,
    ({ method }) => (method === 'PATCH' ? answer.promise : undefined),
  );
  await renderAdmin(`/admin/partners/${stored.id}`, <Partners />);
  await field('Website').fill('atelier.example');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(page.getByRole('button', { name: 'Saving...' })).toBeVisible();
  await field('Description').fill('Typed meanwhile.');
  answer.resolve();
  await expect.element(notice('Partner updated successfully')).toBeVisible();
  await expect.element(field('Description')).toHaveValue('Typed meanwhile.');
  await expect.element(field('Website')).toHaveValue('https://atelier.example');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect
    .poll(() => rows)
    .toMatchObject([{ website_url: 'https://atelier.example', description: 'Typed meanwhile.' }]);
});

it('saves as a new one what was deleted meanwhile', async () => {
  const rows = [{ ...stored }];
  openTable(rows);
  await renderAdmin(`/admin/partners/${stored.id}`, <Partners />);
  await field('Description').fill('Written meanwhile.');
  rows.pop();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const told = page.getByRole('alert').filter({ hasText: 'Someone else has deleted this' });
  await told.getByRole('button', { name: 'Save mine as new' }).click();
  await expect.element(notice('Partner created successfully')).toBeVisible();
  expect(rows).toMatchObject([{ name: 'Atelier', description: 'Written meanwhile.' }]);
});

it('offers again what was not saved', async () => {
  openTable([]);
  const first = await renderAdmin('/admin/partners/new', <Partners />);
  await field('Name').fill('Half written');
  window.dispatchEvent(new PageTransitionEvent('pagehide'));
  await first.unmount();
  await renderAdmin('/admin/partners/new', <Partners />);
  await expect.element(page.getByText('was not saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.element(field('Name')).toHaveValue('Half written');
  await expect.element(page.getByText('has been restored. It is not saved yet.')).toBeVisible();
});

/** Mounted below its path, as in the admin area. */
function Partners() {
  return (
    <Routes>
      <Route path="admin/partners/*" element={<PartnersScreen />} />
    </Routes>
  );
}
