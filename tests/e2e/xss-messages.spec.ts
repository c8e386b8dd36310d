import { waitForMails } from '#tests/fixtures/mailbox.ts';
import { adminAccount, expect, test } from './admin-test.ts';
import { openTables } from './open-tables.ts';
import { watchScripts } from './watch-scripts.ts';
import { payloads } from './xss-payloads.ts';

/** Bypasses the content security policy, so that only escaping stands in the way. */
test.use({ bypassCSP: true, expectedErrors: /.*/ });

/** Messages per page of the list. */
const together = 20;
const pages = payloads.length / together;

test('two hundred payloads in messages never run: not in list, dialog or email', async ({
  admin,
  shop,
}) => {
  test.setTimeout(120_000);
  const tables = openTables(shop);
  // The newest come first; the first message of each page contains all payloads of that page.
  const messages = payloads.map((each, at) => ({
    name: each,
    // Email addresses contain no line breaks: the database refuses them.
    email: each.replace(/\p{Cc}/gu, ' '),
    phone: each,
    message: at % together ? each : payloads.slice(at, at + together).join('\n\n'),
    created_at: new Date(Date.now() + 3_600_000 - at * 1000).toISOString(),
  }));
  const { data: written, error } = await tables.from('contacts').insert(messages).select('id');
  expect(error).toBeNull();

  const { visit, inspect } = await watchScripts(admin);
  for (let page = 0; page < pages; page += 1) {
    await visit(`/admin/contacts?page=${page + 1}`);
    await expect(admin.getByRole('table')).toHaveAttribute('aria-busy', 'false');
    const { name = '', message = '' } = messages[page * together] ?? {};
    await admin.getByRole('row').nth(1).getByRole('button').first().click();
    const dialog = admin.getByRole('dialog');
    await expect(dialog).toContainText(name);
    await expect(dialog).toContainText(message);
    await inspect();
  }
  await visit('/admin/dashboard');
  await expect(
    admin
      .getByRole('table')
      .getByText(payloads[0] ?? '')
      .first(),
  ).toBeVisible();

  const mails = await waitForMails(shop.sandbox, adminAccount.email, 1);
  for (const { html } of mails) await admin.setContent(html);
  expect(await inspect()).toEqual([]);

  const ids = written?.map(({ id }) => id) ?? [];
  await tables.from('contacts').delete().in('id', ids.slice(0, 100));
  await tables.from('contacts').delete().in('id', ids.slice(100));
});
