import { useState } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, broken } from '#tests/components/answer-calls.ts';
import { renderAdmin } from '#tests/components/render-admin.tsx';
import AlertDialog from './alert-dialog.tsx';
import type { Alert } from './alert-text.ts';

const opened: Alert = {
  ...{ id: '40000000-0000-4000-8000-000000000001', kind: 'unknown_codes', subject: 'all' },
  ...{ batch_id: null, unit_id: null, report_id: null, detail: {}, times: 1 },
  ...{ state: 'open', note: null, closed_at: null, closed_by: null },
  ...{ created_at: '2026-11-20T12:00:00+00:00', last_seen_at: '2026-11-20T12:00:00+00:00' },
  updated_at: '2026-11-20T12:00:00+00:00',
};

/** Simulates the table with the alert; if `losesAnswer` is set, the response to the next write is lost. */
function openTable(hold = async () => {}) {
  const state = { row: opened, losesAnswer: false };
  let saves = 0;
  const change = (changes: Partial<Alert>) => {
    state.row = { ...state.row, ...changes, updated_at: `2026-11-21T12:00:0${saves++}+00:00` };
  };
  const calls = answerCalls(async ({ method, path, body }) => {
    if (method !== 'PATCH') return { body: path.includes('code_alerts') ? [state.row] : [] };
    await hold();
    if (!path.includes(`updated_at=eq.${state.row.updated_at}`)) return { body: [] };
    change(body);
    const loses = state.losesAnswer;
    state.losesAnswer = false;
    return loses ? { ...broken, status: 502 } : { body: [state.row] };
  });
  const sent = () => calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  return { state, change, sent };
}

function Screen({ alert }: { alert: Alert }) {
  const [open, setOpen] = useState(true);
  return open ? <AlertDialog alert={alert} onClose={() => setOpen(false)} /> : <p>Closed</p>;
}
const show = (alert = opened) => renderAdmin('/admin/alerts', <Screen alert={alert} />);
const note = () => page.getByLabelText('Note');
const choose = (state: string) => page.getByLabelText('State').selectOptions(state);
const button = (name: string) => page.getByRole('button', { name });
const overtaken = () => page.getByRole('alert').filter({ hasText: 'Someone else saved this' });

it('changes only what was changed here: a note that somebody else wrote stays', async () => {
  const { state, change, sent } = openTable();
  await show();
  change({ note: 'Asked the shop in Denver.' });
  await choose('Closed');
  await button('Save alert').click();
  await expect.element(page.getByText('Alert saved')).toBeVisible();
  await expect.element(page.getByText('Closed', { exact: true })).toBeVisible();
  expect(state.row).toMatchObject({ state: 'closed', note: 'Asked the shop in Denver.' });
  expect(sent().at(-1)).toEqual({ state: 'closed' });
});

it('shows a note that was written meanwhile before overwriting it', async () => {
  const { state, change } = openTable();
  await show();
  await note().fill('Mine');
  change({ note: 'Theirs' });
  await button('Save alert').click();
  await expect.element(overtaken().getByText('They changed: note.')).toBeVisible();
  await expect.element(page.getByText('Theirs')).toBeVisible();
  await expect.element(note()).toHaveValue('Mine');
  expect(state.row.note).toBe('Theirs');
  await button('Overwrite with mine').click();
  await expect.element(page.getByText('Alert saved')).toBeVisible();
  expect(state.row.note).toBe('Mine');
});

it('hides no newer note behind one that was typed before', async () => {
  const { state, change, sent } = openTable();
  const first = await show();
  await note().fill('Mine');
  await first.unmount();
  change({ note: 'Theirs' });
  await show(state.row);
  await expect.element(overtaken()).toBeVisible();
  await expect.element(note()).toHaveValue('Mine');
  await button('Show their version').click();
  await expect.element(note()).toHaveValue('Theirs');
  await expect.element(overtaken()).not.toBeInTheDocument();
  expect(sent()).toEqual([]);
});

it('knows its own note again when the answer to saving it was lost', async () => {
  const { state } = openTable();
  state.losesAnswer = true;
  await show();
  await note().fill('Mine');
  await button('Save alert').click();
  await expect.element(page.getByText('Failed to save the alert')).toBeVisible();
  await note().fill('Mine, and more');
  await button('Save alert').click();
  await expect.element(page.getByText('Alert saved')).toBeVisible();
  expect(state.row.note).toBe('Mine, and more');
});

it('keeps what is typed while it saves', async () => {
  const answer = Promise.withResolvers<void>();
  const { state } = openTable(() => answer.promise);
  await show();
  await note().fill('Saved');
  await button('Save alert').click();
  await note().fill('Typed meanwhile');
  answer.resolve();
  await expect.element(page.getByText('Alert saved')).toBeVisible();
  expect(state.row.note).toBe('Saved');
  await expect.element(note()).toHaveValue('Typed meanwhile');
  await button('Save alert').click();
  await expect.element(page.getByText('Closed', { exact: true })).toBeVisible();
  expect(state.row.note).toBe('Typed meanwhile');
});

it('saves once where it is pressed twice, and leaves nothing typed behind', async () => {
  const answer = Promise.withResolvers<void>();
  const { sent } = openTable(() => answer.promise);
  await show();
  await note().fill('Saved');
  await button('Save alert').click();
  await button('Save alert').click({ force: true });
  answer.resolve();
  await expect.element(page.getByText('Closed', { exact: true })).toBeVisible();
  expect(sent()).toEqual([{ note: 'Saved' }]);
  expect(Object.keys(sessionStorage).filter((key) => key.includes('alert-form'))).toEqual([]);
});
