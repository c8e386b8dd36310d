import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageJson from '#package.json' with { type: 'json' };
import { readMails, waitForMails } from '#tests/fixtures/mailbox.ts';
import {
  type MigratedPostgres,
  migratedDirectory,
  startMigratedPostgres,
} from '#tests/fixtures/migrated.ts';
import { pgliteFlags } from '#tests/fixtures/pglite-flags.ts';
import {
  type ShopProcess,
  startShopProcess,
  type TemporaryDirectory,
  temporaryDirectory,
} from '#tests/fixtures/shop-process.ts';

/** Loses a shop and restores it from its backup with the commands, as an operator would. */
const run = promisify(execFile);
const root = new URL('../..', import.meta.url).pathname;
const secretKey = 'sb_secret_for_tests_only';
const password = 'granite and honey for breakfast';
const leaving = 'leaving@mail.example';
const guest = 'guest@mail.example';

let postgres: MigratedPostgres;
beforeAll(async () => {
  postgres = await startMigratedPostgres();
});
afterAll(async () => {
  await postgres?.stop();
});

interface Place {
  dataDir: string;
  env: Record<string, string>;
}

async function command(name: 'backup' | 'restore', at: Place, port: string, ...args: string[]) {
  const [, ...program] = packageJson.scripts[name].replace('exec ', '').split(' ');
  return run(process.execPath, [...pgliteFlags, ...program, ...args], {
    cwd: root,
    env: environment(at, port),
  });
}

function environment(at: Place, port: string) {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  return { ...at.env, PATH, NODE_COMPILE_CACHE, DATA_DIR: at.dataDir, PORT: port };
}

const portOf = (shop: ShopProcess) => new URL(shop.origin).port;
const service = (shop: ShopProcess) =>
  createClient(shop.origin, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });

/** The URL of the page to pay it on. */
async function order(shop: ShopProcess): Promise<{ id: string; page: string }> {
  const { data } = await service(shop)
    .from('products')
    .select('id,weight_type')
    .eq('sold_out', false)
    .limit(1);
  const [product] = data ?? [];
  const { publishableKey } = await (await fetch(`${shop.origin}/config.json`)).json();
  const answer = await fetch(`${shop.origin}/functions/v1/create-checkout`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      items: [{ id: product?.id, weight: product?.weight_type, name: '', price: 1, quantity: 1 }],
    }),
  });
  const { url } = await answer.json();
  expect(answer.status, JSON.stringify(url)).toBe(200);
  const made = await service(shop)
    .from('orders')
    .select('id')
    .order('created_at', { ascending: false })
    .limit(1);
  return { id: made.data?.[0]?.id, page: url };
}

async function pay(page: string, email: string): Promise<void> {
  const answer = await fetch(page, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      email,
      phone: '+1 303 555 0142',
      name: 'Ann Example',
      line1: '1 Main St',
      line2: '',
      city: 'Denver',
      state: 'CO',
      postal_code: '80202',
      country: 'US',
      method: 'card',
      card: '4242424242424242',
    }),
  });
  expect(answer.status).toBe(303);
}

async function statusOf(shop: ShopProcess, id: string): Promise<string | null> {
  const { data, error } = await service(shop).from('orders').select('payment_status').eq('id', id);
  expect(error).toBeNull();
  return data?.[0]?.payment_status ?? null;
}

async function subjectsTo(shop: ShopProcess, email: string): Promise<string[]> {
  const mails = await readMails(shop.sandbox);
  return mails.filter(({ to }) => to.includes(email)).map(({ subject }) => subject);
}

/** Where the lost shop is, and the empty place it is restored to. */
const databases = [
  { name: 'the embedded database', lost: async () => ({}), empty: async () => ({}) },
  {
    name: 'PostgreSQL',
    lost: async () => ({ DATABASE_URL: await postgres.newMigratedDatabase() }),
    empty: async () => ({ DATABASE_URL: await postgres.newDatabase() }),
  },
];

describe.each(databases)('a shop on $name that is lost', ({ lost, empty }) => {
  let scratch: TemporaryDirectory;
  let migrated: TemporaryDirectory;
  let backups: string;
  let keys: { recipient: string; file: string };
  let before: Place;
  let after: Place;
  let shop: ShopProcess;
  let publishableKey: string;
  /**
   * Paid before the backup, paid after it, created after it; and the order of a guest erased after
   * it.
   */
  let orders: { kept: string; open: string; missing: string; erased: string };

  beforeAll(async () => {
    [scratch, migrated] = await Promise.all([temporaryDirectory(), migratedDirectory()]);
    backups = join(scratch.path, 'backups');
    const printed = await run(process.execPath, ['scripts/backup.ts', '--new-key'], { cwd: root });
    const [recipient = ''] = printed.stdout.match(/age1\w+/) ?? [];
    keys = { recipient, file: join(scratch.path, 'key') };
    await writeFile(keys.file, printed.stdout);
    const env = {
      LOG_LEVEL: 'info',
      SUPABASE_SECRET_KEY: secretKey,
      ADMIN_PASSWORD: password,
      BACKUP_TO: backups,
      BACKUP_RECIPIENT: recipient,
    };
    before = { dataDir: migrated.path, env: { ...env, ...(await lost()) } };
    after = { dataDir: join(scratch.path, 'after'), env: { ...env, ...(await empty()) } };
  });
  afterAll(async () => {
    await shop?.stop();
    await Promise.all([scratch?.remove(), migrated?.remove()]);
  });

  it('is backed up while it runs, encrypted', async () => {
    shop = await startShopProcess(before);
    const made = await service(shop).auth.admin.createUser({
      email: leaving,
      password,
      email_confirm: true,
    });
    expect(made.error).toBeNull();
    const kept = await order(shop);
    const open = await order(shop);
    await pay(kept.page, 'kept@mail.example');
    await waitForMails(shop.sandbox, 'kept@mail.example', 1);
    const erased = await order(shop);
    await pay(erased.page, guest);
    await waitForMails(shop.sandbox, guest, 1);
    const message = { name: 'Ann', email: guest, phone: '1', message: 'Hello' };
    await service(shop).from('contacts').insert(message).throwOnError();
    const { stdout } = await command('backup', before, portOf(shop));
    expect(stdout).toMatch(/^\d{2,} rows and \d+ files in .*\/livfit-.*\.tar\.gz\.age/);

    // Whatever follows is in no backup.
    await pay(open.page, 'open@mail.example');
    const missing = await order(shop);
    await pay(missing.page, 'missing@mail.example');
    for (const who of ['open', 'missing'])
      await waitForMails(shop.sandbox, `${who}@mail.example`, 1);
    publishableKey = (await config()).publishableKey;
    orders = { kept: kept.id, open: open.id, missing: missing.id, erased: erased.id };
    const customer = createClient(shop.origin, (await config()).publishableKey);
    const { data } = await customer.auth.signInWithPassword({ email: leaving, password });
    const proof = data.session?.access_token;
    const gone = await customer.functions.invoke('delete-account', { body: { proof } });
    expect(gone.error).toBeNull();
    await waitForMails(shop.sandbox, leaving, 1);
    await service(shop)
      .from('orders')
      .update({ status: 'shipped' })
      .eq('id', erased.id)
      .throwOnError();
    const owner = await signInAsOwner();
    const customers = async () =>
      (await owner.from('customers').select('id').eq('email', guest)).data ?? [];
    await expect.poll(customers, { timeout: 60_000 }).toHaveLength(1);
    const [found] = await customers();
    const erasure = { body: { customerId: found?.id } };
    expect((await owner.functions.invoke('erase-customer', erasure)).error).toBeNull();
    // The records of both erasures are complete: an unfinished file has another extension.
    for (const noted of [
      /^livfit-erased-\d+-[0-9a-f-]{36}$/,
      /^livfit-erased-guest-\d+-[0-9a-f]{64}$/,
    ]) {
      await expect
        .poll(() => readdir(backups), { timeout: 60_000 })
        .toContainEqual(expect.stringMatching(noted));
    }
    await shop.kill();
  });
  const config = async () => (await fetch(`${shop.origin}/config.json`)).json();
  async function signInAsOwner() {
    const owner = createClient(shop.origin, (await config()).publishableKey);
    await owner.auth.signInWithPassword({ email: 'admin@livfit.example', password });
    return owner;
  }

  it('is checked and refused where it is damaged, or the key is another', async () => {
    const files = await readdir(backups);
    const name = files.find((file) => file.endsWith('.tar.gz.age')) ?? '';
    const check = (...args: string[]) => command('restore', after, '1', ...args, '--check');
    const whole = await check(backups, '--identity', keys.file);
    expect(whole.stdout).toMatch(/^The backup is whole: \d{2,} rows and \d+ files/);
    expect(whole.stdout).toContain("The shop's secrets are beside it: ");
    expect(whole.stdout).not.toContain('Warning');
    const alone = join(scratch.path, 'alone');
    await mkdir(alone);
    await cp(join(backups, name), join(alone, name));
    const checked = await check(alone, '--identity', keys.file);
    expect(checked.stdout).toMatch(/^The backup is whole: /);
    expect(checked.stdout).toMatch(/does not hold these secrets of the shop: .*signing_keys/);
    await expect(check(backups)).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is encrypted: name the file of its key'),
    });
    const other = await run(process.execPath, ['scripts/backup.ts', '--new-key'], { cwd: root });
    await writeFile(join(scratch.path, 'other'), other.stdout);
    await expect(check(backups, '--identity', join(scratch.path, 'other'))).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('The backup cannot be read'),
    });
    const damaged = join(scratch.path, 'damaged');
    await mkdir(damaged);
    await cp(join(backups, name), join(damaged, name));
    await truncate(join(damaged, name), 20_000);
    await expect(check(damaged, '--identity', keys.file)).rejects.toMatchObject({ code: 2 });
    await rm(after.dataDir, { recursive: true, force: true });
  });

  it('comes back, and neither mails nor jobs go on', async () => {
    const restored = await command('restore', after, '1', backups, '--identity', keys.file);
    expect(restored.stdout).toContain("The shop's secrets are back: ");
    expect(restored.stdout).not.toContain('Warning');
    expect(restored.stdout).toContain('Emails and jobs wait');
    // The payment services have lost nothing.
    await cp(join(before.dataDir, 'sandbox'), join(after.dataDir, 'sandbox'), { recursive: true });
    const keyBefore = publishableKey;
    shop = await startShopProcess(after);
    expect((await config()).publishableKey).toBe(keyBefore);
    const mails = await readMails(shop.sandbox);
    expect(await statusOf(shop, orders.kept)).toBe('paid');
    expect(await statusOf(shop, orders.open)).toBe('pending');
    expect(await statusOf(shop, orders.missing)).toBeNull();
    const accountsLeft = async () =>
      (await service(shop).auth.admin.listUsers()).data.users.map(({ email }) => email);
    await expect.poll(accountsLeft, { timeout: 10_000 }).not.toContain(leaving);
    const left = async () =>
      (await service(shop).from('orders').select('name, email').eq('id', orders.erased)).data;
    await expect
      .poll(left, { timeout: 10_000 })
      .toEqual([{ name: 'Deleted customer', email: 'deleted@checkout.example' }]);
    expect((await service(shop).from('contacts').select('id').eq('email', guest)).data).toEqual([]);

    const fresh = await order(shop);
    await pay(fresh.page, 'fresh@mail.example');
    await expect.poll(() => statusOf(shop, fresh.id), { timeout: 30_000 }).toBe('paid');
    const incidents = await service(shop).from('incidents').select('kind, detail');
    expect(incidents.data).toEqual([
      { kind: 'restore_unconfirmed', detail: expect.stringMatching(/^The backup is of 20/) },
    ]);
    // Runs both rounds of the reconciler, which do nothing until the restore is confirmed.
    await run(process.execPath, [...pgliteFlags, 'scripts/reconcile.ts'], {
      cwd: root,
      env: environment(after, portOf(shop)),
    });
    expect(await readMails(shop.sandbox)).toEqual(mails);
    expect(await statusOf(shop, orders.open)).toBe('pending');
  });

  it('goes on when it is confirmed, without saying anything twice', async () => {
    const { stdout } = await command('restore', after, portOf(shop), '--confirm');
    expect(stdout).toContain('Confirmed: emails and jobs go on.');
    expect(stdout).toMatch(/order_missing: stripe: cs_\w+ was paid for order/);
    await waitForMails(shop.sandbox, 'fresh@mail.example', 1);
    expect(await statusOf(shop, orders.open)).toBe('paid');
    for (const who of ['kept', 'open', 'missing']) {
      expect(await subjectsTo(shop, `${who}@mail.example`), who).toHaveLength(1);
    }
    expect(await subjectsTo(shop, leaving)).toHaveLength(1);
    const owner = await signInAsOwner();
    const held = await owner.from('failed_mails').select('recipient, last_error');
    expect(held.data).toContainEqual({
      recipient: 'open@mail.example',
      last_error: 'It may have been sent before the shop was restored from a backup.',
    });
  });
});
