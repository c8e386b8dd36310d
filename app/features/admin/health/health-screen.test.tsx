import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, broken } from '#tests/components/answer-calls.ts';
import { renderAdmin } from '#tests/components/render-admin.tsx';
import HealthScreen from './health-screen.tsx';
import { IncidentLine } from './incident-line.tsx';

const stuck = {
  id: '10000000-0000-4000-8000-000000000001',
  kind: 'emails_stuck',
  provider: null,
  detail: '3 emails wait: connect ECONNREFUSED',
  opened_at: '2026-11-20T12:00:00Z',
  closed_at: null,
};
const over = {
  ...stuck,
  id: '10000000-0000-4000-8000-000000000002',
  kind: 'payments_unreachable',
  provider: 'stripe',
  closed_at: '2026-11-20T13:00:00Z',
};
const findings = [
  { about: 'emails', state: 'fault', detail: '3 wait, one for 12 minutes' },
  { about: 'clock', state: 'ok', detail: 'this machine and the database agree' },
];

const answer = (incidents: object[]) =>
  answerCalls(({ path }) => ({
    body: path === '/functions/v1/health' ? { findings } : incidents,
  }));

it('says what is wrong, what to do, and what was wrong before', async () => {
  answer([stuck, over]);
  await renderAdmin('/admin/health', <HealthScreen />);
  const now = page.getByRole('region', { name: 'Now' });
  await expect.element(now.getByRole('heading', { name: 'Emails cannot be sent' })).toBeVisible();
  await expect.element(now.getByText('3 emails wait: connect ECONNREFUSED')).toBeVisible();
  await expect.element(now.getByText(/Check that it runs/)).toBeVisible();
  const before = page.getByRole('region', { name: 'Over' });
  await expect.element(before.getByText('Stripe does not answer')).toBeVisible();
  const checks = page.getByRole('region', { name: 'Checks' });
  await expect.element(checks.getByText('To do')).toBeVisible();
  await expect.element(checks.getByText('Fine')).toBeVisible();
});

it('confirms a restore once the owner says that the former shop is off', async () => {
  const restored = {
    ...stuck,
    kind: 'restore_unconfirmed',
    detail: 'The backup is of 2026-11-20 07:10 UTC.',
  };
  let isConfirmed = false;
  answerCalls(({ path }) => {
    if (path === '/functions/v1/health') return { body: { findings } };
    if (path !== '/functions/v1/confirm-restore') return { body: isConfirmed ? [] : [restored] };
    isConfirmed = true;
    return {
      body: {
        runs: [{ error: null, findings: [{ kind: 'order_missing' }, { kind: 'settled_late' }] }],
      },
    };
  });
  await renderAdmin('/admin/health', <HealthScreen />);
  await expect.element(page.getByText('The backup is of 2026-11-20 07:10 UTC.')).toBeVisible();
  await expect.element(page.getByText(/compared with the payment services/)).toBeVisible();
  await page.getByRole('button', { name: 'Confirm the restore' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(isConfirmed).toBe(false);
  await page.getByRole('button', { name: 'Confirm the restore' }).click();
  await page.getByRole('button', { name: 'Yes, it is shut down' }).click();
  await expect.element(page.getByText('No problems found.')).toBeVisible();
  await expect.element(page.getByText(/One thing about payments needs you/)).toBeVisible();
});

it('says so when nothing is wrong', async () => {
  answer([over]);
  await renderAdmin('/admin/health', <HealthScreen />);
  await expect.element(page.getByText('No problems found.')).toBeVisible();
});

it('does not call the shop well when it cannot tell', async () => {
  answerCalls(() => broken);
  await renderAdmin('/admin/health', <HealthScreen />);
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(page.getByText('No problems found.').elements()).toEqual([]);
});

it('stands on the dashboard as one line while it lasts, and not afterwards', async () => {
  answer([stuck, over]);
  await renderAdmin('/admin/dashboard', <IncidentLine />);
  const line = page.getByRole('link', { name: 'Emails cannot be sent' });
  await expect.element(line).toHaveAttribute('href', '/admin/health');
});
