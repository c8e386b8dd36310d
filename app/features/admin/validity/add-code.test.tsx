import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, broken } from '#tests/components/answer-calls.ts';
import { renderAdmin } from '#tests/components/render-admin.tsx';
import { AddCode } from './add-code.tsx';

const code = () => page.getByLabelText('New code');

it('keeps the next code that is typed while one is being added, under an id of its own', async () => {
  const gate = Promise.withResolvers<void>();
  const calls = answerCalls(async ({ body }) => {
    if (body?.code === 'SH-1') await gate.promise;
    return { body: [] };
  });
  await renderAdmin('/admin/validity', <AddCode />);
  await code().fill('SH-1');
  await page.getByRole('button', { name: 'Add code' }).click();
  await expect.element(page.getByRole('button', { name: 'Adding...' })).toBeVisible();
  await code().fill('SH-2');
  gate.resolve();
  await expect.element(page.getByText('Validity code added successfully')).toBeVisible();
  await expect.element(code()).toHaveValue('SH-2');
  await page.getByRole('button', { name: 'Add code' }).click();
  await expect.element(code()).toHaveValue('');
  const added = calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(added.map((row) => row.code)).toEqual(['SH-1', 'SH-2']);
  expect(new Set(added.map((row) => row.id)).size).toBe(2);
});

it('adds a code that was corrected after its answer was lost, and keeps the first', async () => {
  const stored: { id: string; code: string }[] = [];
  answerCalls(({ method, path, body }) => {
    if (method === 'GET') return { body: stored.filter(({ id }) => path.includes(id)) };
    if (method !== 'POST') throw new Error(`${method} ${path}`);
    if (stored.some(({ id, code }) => id === body.id || code === body.code)) {
      return { status: 409, body: { code: '23505', message: 'duplicate key' } };
    }
    stored.push(body);
    return stored.length === 1 ? broken : { body: [] };
  });
  await renderAdmin('/admin/validity', <AddCode />);
  await code().fill('SH-7');
  await page.getByRole('button', { name: 'Add code' }).click();
  await expect.element(page.getByText('Failed to add validity code')).toBeVisible();
  await code().fill('SH-8');
  await page.getByRole('button', { name: 'Add code' }).click();
  await expect.element(page.getByText('Validity code added successfully')).toBeVisible();
  await expect.element(code()).toHaveValue('');
  expect(stored.map((row) => row.code)).toEqual(['SH-7', 'SH-8']);
});
