import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '#tests/components/answer-calls.ts';
import { renderAdmin } from '#tests/components/render-admin.tsx';
import { InviteAdministrator } from './invite-administrator.tsx';

it('keeps the next address that is typed while an invitation is being sent', async () => {
  const gate = Promise.withResolvers<void>();
  answerCalls(async () => {
    await gate.promise;
    return { body: {} };
  });
  await renderAdmin('/admin/settings/administrators', <InviteAdministrator />);
  const email = page.getByLabelText('Email of the new administrator');
  await email.fill('first@mail.example');
  await page.getByRole('button', { name: 'Invite' }).click();
  await expect.element(page.getByRole('button', { name: 'Inviting...' })).toBeVisible();
  await email.fill('second@mail.example');
  gate.resolve();
  await expect.element(page.getByText('Invitation sent')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Invite', exact: true })).toBeVisible();
  await expect.element(email).toHaveValue('second@mail.example');
});
