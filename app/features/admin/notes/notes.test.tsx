import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, broken } from '#tests/components/answer-calls.ts';
import { renderAdmin } from '#tests/components/render-admin.tsx';
import { Notes } from './notes.tsx';

it('stores a note once though its answer was lost, and shows who wrote it', async () => {
  const stored: { id: string; body: string; email: string }[] = [];
  const calls = answerCalls(({ method, body }) => {
    if (method !== 'POST') {
      const written = { author_email: 'owner@livfit.example', created_at: '2026-11-20T12:00:00Z' };
      return { body: stored.map((note) => ({ ...note, ...written })) };
    }
    if (stored.some(({ id }) => id === body.id)) {
      return { status: 409, body: { code: '23505', message: 'duplicate key' } };
    }
    stored.push(body);
    return broken;
  });
  await renderAdmin('/admin/orders', <Notes about={{ email: 'maya@mail.example' }} />);
  const field = page.getByLabelText('New note');
  await field.fill('Call before delivery ');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect.element(page.getByText('Note not saved')).toBeVisible();
  await expect.element(field).toHaveValue('Call before delivery ');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect.element(field).toHaveValue('');
  await expect.element(page.getByText('owner@livfit.example')).toBeVisible();
  expect(stored).toEqual([
    { id: expect.any(String), body: 'Call before delivery', email: 'maya@mail.example' },
  ]);
  expect(calls[0]?.path).toContain('email=eq.maya@mail.example');
});

it('goes on with what was typed in a tab that is gone', async () => {
  const left = 'admin-kept:00000000-0000-4000-8000-000000000001:note:ben@mail.example#gone';
  localStorage.setItem(left, JSON.stringify({ id: crypto.randomUUID(), body: 'Half a thought' }));
  answerCalls(() => ({ body: [] }));
  await renderAdmin('/admin/orders', <Notes about={{ email: 'ben@mail.example' }} />);
  await expect.element(page.getByLabelText('New note')).toHaveValue('Half a thought');
  expect(localStorage.getItem(left)).toBeNull();
  await page.getByLabelText('New note').fill('');
});

it('stores a note that was corrected after its answer was lost, and keeps the first', async () => {
  const stored: { id: string; body: string }[] = [];
  answerCalls(({ method, body }) => {
    if (method !== 'POST') return { body: [] };
    if (stored.some(({ id }) => id === body.id)) {
      return { status: 409, body: { code: '23505', message: 'duplicate key' } };
    }
    stored.push(body);
    return stored.length < 3 ? broken : { body: [] };
  });
  await renderAdmin('/admin/orders', <Notes about={{ email: 'lea@mail.example' }} />);
  const field = page.getByLabelText('New note');
  for (const text of ['Call at nine', 'Call at ten']) {
    await field.fill(text);
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect.poll(() => stored.at(-1)?.body).toBe(text);
    await expect.element(page.getByRole('button', { name: 'Add note' })).toBeVisible();
  }
  // Typing the earlier text again is still the same note.
  await field.fill('Call at nine');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect.element(field).toHaveValue('');
  expect(stored.map(({ body }) => body)).toEqual(['Call at nine', 'Call at ten']);
});
