import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { isSameRecall } from '#domain/recall.ts';
import { answerCalls, broken, type Call } from '#tests/components/answer-calls.ts';
import { renderAdmin } from '#tests/components/render-admin.tsx';
import RecallsScreen from './recalls-screen.tsx';

const recall = {
  ...{ id: '33330000-0000-4000-8000-000000000000', status: 'draft' },
  ...{ reason: 'A seal may leak.', instructions: 'Do not use it.', created_by: null },
  ...{ announced_at: null as string | null, created_at: '2026-11-20T12:00:00Z' },
  ...{ updated_at: '2026-11-20T12:00:00Z', batchIds: ['b'] },
};
type Stored = typeof recall;
const batches = [
  { id: 'b', code: 'SH2041', product: { name: 'Pure Resin' } },
  { id: 'c', code: 'SH2042', product: { name: 'Pure Resin' } },
];
const address = `/admin/recalls/${recall.id}`;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const reason = () => page.getByLabelText('Reason');
const toast = (text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true });
const overtaken = () => page.getByRole('alert').filter({ hasText: 'Someone else saved this' });

function Screen() {
  return (
    <Routes>
      <Route path="/admin/recalls/*" element={<RecallsScreen />} />
    </Routes>
  );
}

interface Doings {
  /** Whether the response to this call is lost after the shop has carried it out. */
  loses?: (call: Call) => boolean;
  hold?: (call: Call) => Promise<void> | undefined;
}

/** Simulates a shop with at most one recall; `somebodySaves` acts as another admin. */
function openShop(stored: Stored | null, { loses, hold }: Doings = {}) {
  const state = { stored };
  let saves = 0;
  const savedAt = () => `2026-11-21T12:00:0${saves++}Z`;
  function answer({ path, body }: Call): { status?: number; body: unknown } {
    if (path.includes('/preview-recall')) {
      const affected = batches.filter(({ id }) => state.stored?.batchIds.includes(id));
      return { body: { batches: affected, orders: 12, addresses: 10, withoutAddress: 2 } };
    }
    if (path.includes('/send-recall')) {
      if (!state.stored || (body.seen && !isSameRecall(state.stored, body.seen))) {
        return { status: 409, body: { error: { code: 'recall_changed', message: 'Changed.' } } };
      }
      Object.assign(state.stored, { status: 'sending', announced_at: savedAt() });
      return { body: { progress: {} } };
    }
    if (path.includes('/recall-progress')) {
      const counts = { recipients: 12, queued: 10, sent: 9, failed: 1, acknowledged: 3 };
      return { body: { progress: { status: 'sent', ...counts, withoutAddress: 2 } } };
    }
    if (path.includes('/rpc/save_recall')) {
      if (state.stored?.updated_at !== body.seen) return { body: [] };
      const texts = { reason: body.reason, instructions: body.instructions };
      const at = savedAt();
      const saved = { id: body.recall, batchIds: body.batch_ids, updated_at: at };
      const created_at = state.stored?.created_at ?? at;
      state.stored = { ...recall, ...texts, ...saved, created_at };
      return { body: [state.stored] };
    }
    if (path.includes('/rpc/admin_list')) return { body: { rows: [state.stored], total: 1 } };
    if (!path.startsWith('/rest/v1/recalls')) return { body: batches };
    const recall_batches = state.stored?.batchIds.map((batch_id) => ({
      batch_id,
      batch: batches.find(({ id }) => id === batch_id),
    }));
    return { body: state.stored ? [{ ...state.stored, recall_batches }] : [] };
  }
  const calls = answerCalls(async (call) => {
    await hold?.(call);
    const done = answer(call);
    return loses?.(call) ? { ...broken, status: 502 } : done;
  });
  return {
    state,
    calls,
    somebodySaves(changes: Partial<Stored>) {
      state.stored = { ...recall, ...state.stored, ...changes, updated_at: savedAt() };
    },
  };
}

async function send(): Promise<void> {
  await button('Announce and send').click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Announce and send' }).click();
  await expect.element(question).not.toBeInTheDocument();
}

it('shows who is affected before anything is sent, then how far it is', async () => {
  const { calls } = openShop({ ...recall });
  await renderAdmin(address, <Screen />);
  const affected = page.getByRole('region', { name: 'Who is affected' });
  await expect.element(page.getByText('Orders without an address')).toBeVisible();
  await reason().fill('');
  await expect.element(page.getByText('Save the draft first.')).toBeVisible();
  await button('Save draft').click();
  await expect.element(page.getByText('Say why these batches are recalled.')).toBeVisible();
  await reason().fill('A seal may leak.');
  await button('Announce and send').click();
  await expect.element(page.getByText('Recall SH2041?')).toBeVisible();
  await expect.element(page.getByText(/10 emails are sent/)).toBeVisible();
  expect(calls.some(({ path }) => path.includes('send-recall'))).toBe(false);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Announce and send' }).click();
  await expect
    .element(page.getByText('9 of 10 emails were taken by the mail server.'))
    .toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Recall of SH2041' })).toBeVisible();
  await expect.element(affected).not.toBeInTheDocument();
});

it('stores a draft with its batches and sends nothing', async () => {
  const { state, calls } = openShop(null);
  await renderAdmin('/admin/recalls/new', <Screen />);
  await button('Save draft and see who is affected').click();
  await expect.element(page.getByText('Choose at least one batch.')).toBeVisible();
  await page.getByLabelText('SH2041').click();
  await reason().fill('A seal may leak.');
  await page.getByLabelText('What to do').fill('Do not use it.');
  await button('Save draft and see who is affected').click();
  await expect.element(toast('Draft saved. Nothing is sent yet.')).toBeVisible();
  await expect.element(page.getByText('Orders without an address')).toBeVisible();
  expect(window.location.pathname).toBe(`/admin/recalls/${state.stored?.id}`);
  expect(state.stored).toMatchObject({ batchIds: ['b'], reason: 'A seal may leak.' });
  expect(calls.some(({ path }) => path.includes('send-recall'))).toBe(false);
});

it('announces what is on the screen, or nothing', async () => {
  const { state, somebodySaves } = openShop({ ...recall });
  await renderAdmin(address, <Screen />);
  await expect.element(reason()).toHaveValue('A seal may leak.');
  somebodySaves({ reason: 'Too much lead.', batchIds: ['b', 'c'] });
  await send();
  await expect.element(toast('The recall was not sent')).toBeVisible();
  await expect.element(reason()).toHaveValue('Too much lead.');
  await expect.element(page.getByLabelText('SH2042')).toBeChecked();
  await expect.element(page.getByText('Save the draft first.')).not.toBeInTheDocument();
  expect(state.stored).toMatchObject({ status: 'draft' });
  await expect.element(page.getByText('SH2041, SH2042')).toBeVisible();
  await send();
  await expect.element(page.getByText(/emails were taken by the mail server/)).toBeVisible();
  expect(state.stored).toMatchObject({ status: 'sending', reason: 'Too much lead.' });
});

it('says that nothing was sent, also where the other change cannot be read', async () => {
  let isAway = false;
  const { somebodySaves } = openShop(
    { ...recall },
    {
      hold: async ({ path }) => {
        isAway ||= path.includes('/send-recall');
      },
      loses: ({ path }) => isAway && path.startsWith('/rest/v1/recalls'),
    },
  );
  await renderAdmin(address, <Screen />);
  await expect.element(reason()).toHaveValue('A seal may leak.');
  somebodySaves({ reason: 'Too much lead.' });
  await send();
  await expect.element(toast('The recall was not sent')).toBeVisible();
  await expect.element(page.getByText(/their changes could not be loaded\. Reload/)).toBeVisible();
  await expect.element(reason()).toBeVisible();
});

it('names no batches as changed where only their order differs', async () => {
  const { somebodySaves } = openShop({ ...recall, batchIds: ['c', 'b'] });
  await renderAdmin(address, <Screen />);
  await reason().fill('Mine.');
  somebodySaves({ instructions: 'Send it back.', batchIds: ['b', 'c'] });
  await button('Save draft').click();
  await expect.element(overtaken().getByText('They changed: what to do.')).toBeVisible();
});

it('opens a draft as it is now, not as it was when it was opened before', async () => {
  const { somebodySaves } = openShop({ ...recall });
  await renderAdmin(address, <Screen />);
  await expect.element(reason()).toHaveValue('A seal may leak.');
  await page.getByRole('link', { name: 'Back to recalls' }).click();
  const row = page.getByRole('link', { name: 'A seal may leak.' }).first();
  await expect.element(row).toBeVisible();
  somebodySaves({ reason: 'Too much lead.' });
  await row.click();
  await expect.element(reason()).toHaveValue('Too much lead.');
});

it('overwrites nothing that somebody else saved meanwhile without being told to', async () => {
  const { state, somebodySaves } = openShop({ ...recall });
  await renderAdmin(address, <Screen />);
  await reason().fill('Mine.');
  somebodySaves({ instructions: 'Send it back.', batchIds: ['c'] });
  await button('Save draft').click();
  await expect.element(overtaken().getByText('They changed: batches, what to do.')).toBeVisible();
  expect(state.stored).toMatchObject({ reason: 'A seal may leak.', batchIds: ['c'] });
  await overtaken().getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect.element(toast('Draft saved. Nothing is sent yet.')).toBeVisible();
  expect(state.stored).toMatchObject({ reason: 'Mine.', batchIds: ['b'] });
  await reason().fill('Mine again.');
  somebodySaves({ reason: 'Theirs.' });
  await button('Save draft').click();
  await overtaken().getByRole('button', { name: 'Show their version' }).click();
  await expect.element(reason()).toHaveValue('Theirs.');
  expect(state.stored).toMatchObject({ reason: 'Theirs.' });
});

it('shows that it was announced meanwhile', async () => {
  const { somebodySaves } = openShop({ ...recall });
  await renderAdmin(address, <Screen />);
  await reason().fill('Mine.');
  somebodySaves({ status: 'sending', announced_at: '2026-11-21T12:00:00Z' });
  await button('Save draft').click();
  await overtaken().getByRole('button', { name: 'Show their version' }).click();
  await expect.element(page.getByRole('heading', { name: 'Recall of SH2041' })).toBeVisible();
});

it('knows its own draft again when the answer to saving it was lost', async () => {
  let lost = false;
  const { state } = openShop(
    { ...recall },
    {
      loses: ({ path }) => {
        if (lost || !path.includes('save_recall')) return false;
        lost = true;
        return true;
      },
    },
  );
  await renderAdmin(address, <Screen />);
  await reason().fill('Mine.');
  await button('Save draft').click();
  await expect.element(toast('Failed to save the recall')).toBeVisible();
  await reason().fill('Mine, and more.');
  await button('Save draft').click();
  await expect.element(toast('Draft saved. Nothing is sent yet.')).toBeVisible();
  await expect.element(overtaken()).not.toBeInTheDocument();
  expect(state.stored).toMatchObject({ reason: 'Mine, and more.' });
});

it('keeps what is typed while it is saved, and counts it as unsaved', async () => {
  const answer = Promise.withResolvers<void>();
  const { state } = openShop(
    { ...recall },
    { hold: ({ path }) => (path.includes('save_recall') ? answer.promise : undefined) },
  );
  await renderAdmin(address, <Screen />);
  await reason().fill('Saved.');
  await button('Save draft').click();
  await reason().fill('Typed meanwhile.');
  answer.resolve();
  await expect.element(toast('Draft saved. Nothing is sent yet.')).toBeVisible();
  expect(state.stored).toMatchObject({ reason: 'Saved.' });
  await expect.element(reason()).toHaveValue('Typed meanwhile.');
  await expect.element(page.getByText('Save the draft first.')).toBeVisible();
});

it('prepares one recall when the answer was lost and the page was loaded anew', async () => {
  let lost = false;
  const { state, calls } = openShop(null, {
    loses: ({ path }) => {
      if (lost || !path.includes('save_recall')) return false;
      lost = true;
      return true;
    },
  });
  const first = await renderAdmin('/admin/recalls/new', <Screen />);
  await page.getByLabelText('SH2041').click();
  await reason().fill('A seal may leak.');
  await page.getByLabelText('What to do').fill('Do not use it.');
  await button('Save draft and see who is affected').click();
  await expect.element(toast('Failed to save the recall')).toBeVisible();
  await first.unmount();
  await renderAdmin('/admin/recalls/new', <Screen />);
  await button('Continue').click();
  await reason().fill('A seal may leak, or two.');
  await button('Save draft and see who is affected').click();
  await expect.element(toast('Draft saved. Nothing is sent yet.')).toBeVisible();
  const saved = calls.filter(({ path }) => path.includes('save_recall'));
  expect(new Set(saved.map(({ body }) => body.recall))).toEqual(new Set([state.stored?.id]));
});
