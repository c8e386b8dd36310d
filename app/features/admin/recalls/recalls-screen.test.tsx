import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '#tests/components/answer-calls.ts';
import { renderAdmin } from '#tests/components/render-admin.tsx';
import RecallsScreen from './recalls-screen.tsx';

const recall = {
  ...{ id: '33330000-0000-4000-8000-000000000000', status: 'draft', announced_at: null },
  ...{ reason: 'A seal may leak.', instructions: 'Do not use it.', created_by: null },
  created_at: '2026-11-20T12:00:00Z',
};
const batch = { id: 'b', code: 'SH2041', product: { name: 'Pure Resin' } };
const button = (name: string) => page.getByRole('button', { name, exact: true });

function Screen() {
  return (
    <Routes>
      <Route path="/admin/recalls/*" element={<RecallsScreen />} />
    </Routes>
  );
}

it('shows who is affected before anything is sent, then how far it is', async () => {
  let status = 'draft';
  const calls = answerCalls(({ path }) => {
    if (path.includes('/preview-recall')) {
      return {
        body: { batches: [batch], orders: 12, addresses: 10, withoutAddress: 2 },
      };
    }
    if (path.includes('/send-recall')) {
      status = 'sending';
      return { body: { progress: {} } };
    }
    if (path.includes('/recall-progress')) {
      return {
        body: {
          progress: {
            ...{ status: 'sent', recipients: 12, queued: 10, sent: 9, failed: 1 },
            ...{ acknowledged: 3, withoutAddress: 2 },
          },
        },
      };
    }
    if (path.startsWith('/rest/v1/recall_batches'))
      return { body: [{ batch_id: 'b', batch: { code: 'SH2041' } }] };
    if (path.startsWith('/rest/v1/recalls')) {
      return {
        body: [{ ...recall, status, announced_at: status === 'draft' ? null : recall.created_at }],
      };
    }
    return { body: [batch] };
  });
  await renderAdmin(`/admin/recalls/${recall.id}`, <Screen />);
  const affected = page.getByRole('region', { name: 'Who is affected' });
  await expect.element(page.getByText('Orders without an address')).toBeVisible();
  await page.getByLabelText('Reason').fill('');
  await expect.element(page.getByText('Save the draft first.')).toBeVisible();
  await button('Save draft').click();
  await expect.element(page.getByText('Say why these batches are recalled.')).toBeVisible();
  await page.getByLabelText('Reason').fill('A seal may leak.');
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
  const calls = answerCalls(({ method, path }) => {
    if (path.startsWith('/rest/v1/batches')) return { body: [batch] };
    if (path.startsWith('/rest/v1/recall_batches'))
      return { body: [{ batch_id: 'b', batch: { code: 'SH2041' } }] };
    if (path.startsWith('/rest/v1/recalls')) {
      const stored = calls.some((call) => call.method === 'POST' && /recalls$/.test(call.path));
      return { body: stored && method === 'GET' && !path.includes('select=id') ? [recall] : [] };
    }
    return { body: { batches: [batch], orders: 0, addresses: 0, withoutAddress: 0 } };
  });
  await renderAdmin('/admin/recalls/new', <Screen />);
  await button('Save draft and see who is affected').click();
  await expect.element(page.getByText('Choose at least one batch.')).toBeVisible();
  await page.getByLabelText('SH2041').click();
  await page.getByLabelText('Reason').fill('A seal may leak.');
  await page.getByLabelText('What to do').fill('Do not use it.');
  await button('Save draft and see who is affected').click();
  await expect.element(page.getByText('Draft saved. Nothing is sent yet.')).toBeVisible();
  const written = calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(written).toContainEqual([{ recall_id: written[0].id, batch_id: 'b' }]);
  expect(calls.some(({ path }) => path.includes('send-recall'))).toBe(false);
});
