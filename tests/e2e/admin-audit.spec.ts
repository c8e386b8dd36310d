import { createClient } from '@supabase/supabase-js';
import type { Database } from '#supabase/database.gen.ts';
import { expectCalm } from './admin-steps.ts';
import { expect, test } from './admin-test.ts';
import { expectAccessible } from './shop-test.ts';

const name = `Ridge Partner ${process.pid}`;
const batch = `LOG${process.pid}`;
let partner: string;

/** What the owner did: added, changed and deleted a partner, and created 1,030 codes at once. */
test.beforeAll(async ({ shop, publishableKey, ownerSession }) => {
  const token = JSON.parse(ownerSession).access_token;
  const owner = createClient<Database>(shop.origin, publishableKey, {
    accessToken: async () => token,
  });
  const { data } = await owner
    .from('partners')
    .insert({ name, active: true })
    .select('id')
    .single()
    .throwOnError();
  partner = data.id;
  const summary = 'Honey from the ridge. '.repeat(12);
  const change = { active: false, description: summary, website_url: 'https://ridge.example' };
  await owner.from('partners').update(change).eq('id', partner).throwOnError();
  await owner.from('partners').delete().eq('id', partner).throwOnError();
  const codes = Array.from({ length: 1030 }, (_, index) => ({ code: `${batch}${index}` }));
  await owner.from('validity_codes').insert(codes).throwOnError();
  await owner.from('validity_codes').delete().like('code', `${batch}%`).throwOnError();
});

test('Change Log: who did what, when, from what to what', async ({ admin }) => {
  await admin.goto('/admin/dashboard');
  await admin.getByRole('link', { name: 'Change Log' }).click();
  await expect(admin.getByRole('heading', { name: 'Change Log', level: 1 })).toBeVisible();
  await admin.goto(`/admin/audit?q=${partner}&sort=created_at`);
  await expectCalm(admin);
  const rows = admin.locator('tr[data-row]');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(0)).toContainText('Added partner');
  await expect(rows.nth(0)).toContainText(name);
  await expect(rows.nth(1)).toContainText('Changed partner');
  await expect(rows.nth(1)).toContainText('owner@livfit.example');
  await expect(rows.nth(1)).toContainText(/Active yes\s*→\s*became\s*no/);
  await expect(rows.nth(2)).toContainText('Deleted partner');
});

test('Change Log: one line in full, by keyboard', async ({ admin }) => {
  await admin.goto(`/admin/audit?q=${partner}&sort=created_at`);
  const opener = admin.getByRole('button', { name: /Changed partner/ });
  await opener.focus();
  await admin.keyboard.press('Enter');
  const dialog = admin.getByRole('dialog', { name: /Changed partner/ });
  await expect(dialog.getByText('https://ridge.example')).toBeVisible();
  await expect(dialog.getByText(/Honey from the ridge/)).toBeVisible();
  await expectAccessible(admin);
  await admin.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});

test('Change Log: filtered by table, person and date, with the state in the address', async ({
  admin,
}) => {
  await admin.goto('/admin/audit');
  await admin.getByRole('button', { name: 'What' }).click();
  await admin.getByRole('menuitemcheckbox', { name: 'Partners' }).click();
  await admin.keyboard.press('Escape');
  await expect(admin).toHaveURL(/table=partners/);
  await admin.getByRole('button', { name: /^Who(:|$)/ }).click();
  await admin.getByRole('menuitemcheckbox', { name: 'owner@livfit.example' }).click();
  await admin.keyboard.press('Escape');
  await expect(admin).toHaveURL(/by=owner/);
  await expect(admin.getByText('Deleted partner').first()).toBeVisible();
  await admin.reload();
  await expect(admin.getByText('Deleted partner').first()).toBeVisible();
  for (const row of await admin.locator('tr[data-row]').all()) {
    await expect(row).toContainText('partner');
  }
  await admin.getByRole('button', { name: /^Who(:|$)/ }).click();
  await admin.getByRole('menuitemcheckbox', { name: 'The shop' }).click();
  await expect(admin.getByText('No changes found.')).toBeVisible();
  await admin.goto('/admin/audit?table=partners&until=2020-01-01');
  await expect(admin.getByText('No changes found.')).toBeVisible();
  await expectAccessible(admin);
});

test('Change Log: pages beyond 1,000 rows', async ({ admin }) => {
  await admin.goto('/admin/audit?table=validity_codes&page=80');
  await expect(admin.getByText(/^1,976–2,000 of 2,/)).toBeVisible();
  await expect(admin.locator('tr[data-row]')).toHaveCount(25);
  await expect(admin.getByText('Added validity code').first()).toBeVisible();
});
