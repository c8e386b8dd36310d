import { QueryClientProvider } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { createAdminQueries } from '#app/features/admin/data/create-admin-queries.ts';
import { clearStoredSessions } from '#app/lib/stored-session.ts';
import { answerCalls } from '#tests/components/answer-calls.ts';
import { renderAt } from '#tests/components/render-at.tsx';
import { AdminGate } from './admin-gate.tsx';
import { LoginScreen } from './login-screen.tsx';

const queries = createAdminQueries();

function Area() {
  const { pathname } = useLocation();
  if (pathname === '/admin') return <LoginScreen />;
  return (
    <QueryClientProvider client={queries}>
      <AdminGate>{(email) => <h1>Signed in as {email}</h1>}</AdminGate>
    </QueryClientProvider>
  );
}

const owner = {
  id: '00000000-0000-4000-8000-000000000001',
  aud: 'authenticated',
  email: 'owner@livfit.example',
  app_metadata: {},
  user_metadata: {},
  created_at: '2026-11-24T00:00:00Z',
};
const encode = (part: object) => btoa(JSON.stringify(part)).replace(/=+$/, '');
const inAnHour = Math.floor(Date.now() / 1000) + 3600;
const session = {
  access_token: `${encode({ alg: 'HS256' })}.${encode({ sub: owner.id, aal: 'aal1', exp: inAnHour })}.c2lnbmVk`,
  refresh_token: 'r',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: inAnHour,
  user: owner,
};

it('opens the admin area where the browser has no room for the session', async () => {
  answerCalls(({ path }) => {
    if (path.startsWith('/auth/v1/token')) return { body: session };
    if (path.startsWith('/auth/v1/user')) return { body: owner };
    return { body: 'admin' };
  });
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full.', 'QuotaExceededError');
  });
  onTestFinished(() => {
    full.mockRestore();
    clearStoredSessions();
  });
  await renderAt('/admin', <Area />);
  await page.getByLabelText('Email').fill(owner.email);
  await page.getByLabelText('Password').fill('granite-and-honey');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect
    .element(page.getByRole('heading', { name: `Signed in as ${owner.email}` }))
    .toBeVisible();
  await expect
    .element(page.getByText(/closing or reloading this page signs you out/))
    .toBeVisible();
});
