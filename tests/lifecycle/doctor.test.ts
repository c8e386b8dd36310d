import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { listenSandbox } from '@liv-fit/payment-sandbox';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageJson from '#package.json' with { type: 'json' };
import { backupFileName } from '#server/backups/backup-name.ts';
import { examineEnvironment } from '#server/doctor/examine-environment.ts';
import { exitCodeOf, type Finding } from '#server/doctor/finding.ts';
import { neededPaypalEvents } from '#server/payments/paypal/find-webhook.ts';
import { neededStripeEvents } from '#server/payments/stripe/find-webhook.ts';
import { stripeSandbox } from '#server/payments/stripe/stripe-service.ts';
import { type Sandbox, startSandbox } from '#server/setup/start-sandbox.ts';
import { type MigratedPostgres, startMigratedPostgres } from '#tests/fixtures/migrated.ts';
import { pgliteFlags } from '#tests/fixtures/pglite-flags.ts';
import {
  startShopProcess,
  type TemporaryDirectory,
  temporaryDirectory,
} from '#tests/fixtures/shop-process.ts';

const root = path.resolve(import.meta.dirname, '../..');
const secretKey = 'sk_test_of_the_doctor';
/** Where a shop of these tests would run. */
const atDoctor = 'http://127.0.0.1:3000';
const nowhere = 'http://127.0.0.1:9';

let directory: TemporaryDirectory;
let postgres: MigratedPostgres;
let sandbox: Sandbox;
let healthy: Record<string, string>;

beforeAll(async () => {
  directory = await temporaryDirectory();
  postgres = await startMigratedPostgres();
  const keys = { secretKey, webhookSecret: 'whsec_of_the_doctor' };
  sandbox = await startSandbox({
    root,
    port: 0,
    host: '127.0.0.1',
    dataDir: path.join(directory.path, 'sandbox'),
    variables: stripeSandbox({ ...keys, webhookUrl: `${atDoctor}/webhooks/stripe` }),
  });
  healthy = {
    DATA_DIR: directory.path,
    DATABASE_URL: await postgres.newMigratedDatabase(),
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
    STRIPE_API_BASE: sandbox.url,
    SMTP_URL: sandbox.smtpUrl ?? '',
  };
});
afterAll(async () => {
  await sandbox?.stop();
  await postgres?.stop();
  await directory?.remove();
});

/** The command's exit code and what it finds wrong. */
async function runDoctor(env: Record<string, string>, ...args: string[]) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const run = promisify(execFile)(
    process.execPath,
    [...pgliteFlags, 'scripts/doctor.ts', '--json', ...args],
    {
      cwd: root,
      env: { PATH, NODE_COMPILE_CACHE, ...healthy, ...env },
    },
  );
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  const said = JSON.parse(stdout) as { exitCode: number; findings: Finding[] };
  return {
    ...said,
    ended: await run.then(
      () => 0,
      (error: { code: number }) => error.code,
    ),
    troubles: troublesOf(said.findings),
  };
}

/** The same without a separate process, whose start takes most of the time. */
async function examine(env: Record<string, string>) {
  const findings = await examineEnvironment(
    { ...healthy, ...env },
    { root, version: packageJson.version, mailTo: null },
  );
  return { findings, exitCode: exitCodeOf(findings), troubles: troublesOf(findings) };
}

const troublesOf = (findings: readonly Finding[]) =>
  findings
    .filter(({ state }) => state !== 'ok')
    .map(({ about, state, detail }) => `${state} ${about}: ${detail}`);

it('asks for the events that the guide names', async () => {
  const guide = await readFile(path.join(root, 'docs/operating.md'), 'utf8');
  const [, stripe = '', paypal = ''] =
    /^## Setting up Stripe\n([\s\S]*)^## Setting up PayPal\n([\s\S]*?)^## /m.exec(guide) ?? [];
  expect(neededStripeEvents.filter((type) => !stripe.includes(`\`${type}\``))).toEqual([]);
  const ending = (type: string) => type.slice(type.lastIndexOf('.'));
  const named = (type: string) =>
    paypal.includes(`\`${type}\``) || paypal.includes(`\`${ending(type)}\``);
  expect(neededPaypalEvents.filter((type) => !named(type))).toEqual([]);
});

describe('npm run doctor', () => {
  it('finds nothing where all is well, with one call to each service', async () => {
    const { ended, exitCode, findings, troubles } = await runDoctor({});
    expect([troubles, ended, exitCode]).toEqual([[], 0, 0]);
    expect(findings.map(({ about }) => about)).toEqual([
      ...['configuration', 'program', 'data directory', 'database', 'clock', 'schema'],
      ...[
        'emails that wait',
        'payments compared',
        'events of Stripe',
        'payments by Stripe',
        'webhook at Stripe',
        'clock of Stripe',
        'email',
        'backup',
      ],
    ]);
  });

  it('tells how old the newest backup is, in the place itself', async () => {
    const place = path.join(directory.path, 'backups');
    await mkdir(place);
    const recipient = await identityToRecipient(await generateIdentity());
    const about = async (name: string, key = recipient) => {
      await writeFile(path.join(place, name), '');
      const { findings } = await examine({ BACKUP_TO: place, BACKUP_RECIPIENT: key });
      return findings.find((finding) => finding.about === 'backup');
    };
    expect(await about('something-else')).toMatchObject({ state: 'unchecked' });
    expect(await about('something-else', `age1${'q'.repeat(58)}`)).toMatchObject({
      state: 'fault',
      detail: 'BACKUP_RECIPIENT: this age public key has a typo',
    });
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    expect(await about(backupFileName(ago(72), true))).toMatchObject({
      state: 'fault',
      detail: expect.stringMatching(/^the last one is 3 days old .* in .*backups: it should be/),
    });
    expect(await about(backupFileName(ago(3), true))).toMatchObject({
      state: 'ok',
      detail: expect.stringMatching(/^the last one is 3 h old \(20.* UTC\), in .*backups$/),
    });
    expect(await about(backupFileName(ago(2), false))).toMatchObject({
      state: 'fault',
      detail: expect.stringContaining('not encrypted'),
    });
  });

  it('sends a test email where it is told to', async () => {
    const sendTest = (env: Record<string, string>) =>
      runDoctor(env, '--mail', 'owner@mail.example');
    const { troubles } = await sendTest({});
    expect(troubles).toEqual([expect.stringMatching(/^fault email: .*EMAIL_FROM/)]);
    await sendTest({ EMAIL_FROM: 'care@shop.example' });
    const mails = await fetch(`${sandbox.url}/mail/messages`);
    expect(await mails.text()).toContain('owner@mail.example');
  });

  it.each([
    [
      'a database',
      { DATABASE_URL: 'postgres://shop@127.0.0.1:9/shop' },
      /^fault database: .*reached/,
    ],
    [
      'a key',
      { STRIPE_SECRET_KEY: 'sk_test_wrong' },
      /^fault payments by Stripe: .*STRIPE_SECRET_KEY/,
    ],
    ['a mail server', { SMTP_URL: 'smtp://127.0.0.1:9' }, /^fault email: .*SMTP_URL/],
    [
      'other keys',
      { PAYPAL_CLIENT_ID: 'x', PAYPAL_CLIENT_SECRET: 'y', PAYPAL_WEBHOOK_ID: 'z' },
      /^fault payments by PayPal: .*PAYPAL_CLIENT_ID/,
    ],
    ['a folder', { DATA_DIR: '/proc/shop' }, /^fault data directory: /],
  ])('names %s that cannot be used, and what to do', async (_what, env, words) => {
    const { exitCode, troubles } = await examine({
      PAYPAL_API_BASE: sandbox.url,
      ...(env as object),
    });
    expect(troubles).toEqual([expect.stringMatching(words)]);
    expect(exitCode).toBe(1);
  });

  it('names a value that cannot be used, and ends with 1', async () => {
    const { ended, exitCode, troubles } = await runDoctor({ PORT: 'x' });
    expect(troubles).toEqual([expect.stringMatching(/^fault configuration: PORT/)]);
    expect([ended, exitCode]).toEqual([1, 1]);
  });

  it.each([
    [
      'nothing',
      { url: `${nowhere}/webhooks` },
      /^fault webhook at Stripe: Nothing .* charge\.refunded/,
    ],
    [
      'too few events',
      { events: ['checkout.session.completed'] },
      /^fault webhook at Stripe: .* does not get checkout\.session\.expired, .*charge\.refunded/,
    ],
    ['a disabled address', { disabled: true }, /^fault webhook at Stripe: .* is disabled/],
  ])('says that %s is registered at Stripe, and what to do', async (_what, webhook, words) => {
    const stripe = await listenSandbox({
      stripe: { webhook: { url: `${atDoctor}/webhooks/stripe`, secret: 'whsec_x', ...webhook } },
    });
    const { troubles } = await examine({ STRIPE_API_BASE: stripe.url });
    await stripe.close();
    expect(troubles).toEqual([expect.stringMatching(words)]);
  });

  it.each([
    ['nothing', { url: nowhere }, /^fault webhook at PayPal: Nothing .*CAPTURE\.REFUNDED/],
    ['another id', { id: 'other' }, /^fault webhook at PayPal: .* under another id/],
    [
      'too few events',
      { events: ['CHECKOUT.ORDER.APPROVED'] },
      /^fault webhook at PayPal: .* does not get PAYMENT\.CAPTURE\.COMPLETED/,
    ],
  ])('says that %s is registered at PayPal, and what to do', async (_what, webhook, words) => {
    const paypal = await listenSandbox({
      paypal: { webhook: { url: `${atDoctor}/webhooks/paypal`, id: 'of-shop', ...webhook } },
    });
    const { troubles } = await examine({
      PAYPAL_CLIENT_ID: 'x',
      PAYPAL_CLIENT_SECRET: 'y',
      PAYPAL_WEBHOOK_ID: 'of-shop',
      PAYPAL_API_BASE: `${paypal.url}/paypal`,
      PAYPAL_WEB_BASE: paypal.url,
    });
    await paypal.close();
    expect(troubles).toEqual([expect.stringMatching(words)]);
  });

  it('compares this machine’s clock with the service’s', async () => {
    const webhook = { url: `${atDoctor}/webhooks/stripe`, secret: 'whsec_x' };
    const now = () => Date.now() + 2 * 3_600_000;
    const ahead = await listenSandbox({ stripe: { webhook }, now });
    const { troubles } = await examine({ STRIPE_API_BASE: ahead.url });
    await ahead.close();
    expect(troubles).toEqual([
      expect.stringMatching(/^fault clock of Stripe: This machine is 7(199|200|201) s behind/),
    ]);
  });

  it('ends with 2 when a service does not answer', async () => {
    const { ended, troubles } = await runDoctor({ STRIPE_API_BASE: nowhere });
    expect(troubles).toEqual([expect.stringMatching(/^unchecked payments by Stripe/)]);
    expect(ended).toBe(2);
  });

  it('names a database of a newer version, and one that is still to be migrated', async () => {
    const url = await postgres.newMigratedDatabase();
    await postgres.run(
      url,
      `insert into supabase_migrations.schema_migrations values ('99990101000000')`,
    );
    // Created by a version that earlier ones may run next to.
    expect((await examine({ DATABASE_URL: url })).troubles).toEqual([]);
    await postgres.run(
      url,
      `create or replace function private.oldest_program() returns text
        language sql immutable as $$ select '99990101000000' $$`,
    );
    expect((await examine({ DATABASE_URL: url })).troubles).toEqual([
      expect.stringMatching(/^fault schema: .*99990101000000/),
    ]);
    const empty = await examine({ DATABASE_URL: await postgres.newDatabase() });
    expect([empty.exitCode, empty.troubles]).toEqual([0, []]);
  });

  it('says what a public shop should not open with', async () => {
    const url = await postgres.newMigratedDatabase();
    await postgres.run(
      url,
      `insert into products (id, name, price, image_url)
        values ('5a1e0001-0000-4000-8000-000000000001', 'Demo', 1, '/media/demo.webp')`,
    );
    const { troubles } = await examine({ DATABASE_URL: url, SITE_URL: 'https://shop.example' });
    expect(troubles).toEqual([
      expect.stringMatching(/^fault opening: 1 products of the demo catalog/),
      expect.stringMatching(
        /^fault webhook at Stripe: .*https:\/\/shop\.example\/webhooks\/stripe/,
      ),
      expect.stringMatching(/^fault backup: No backups are made: set BACKUP_TO/),
      expect.stringMatching(/^fault opening: ADMIN_EMAIL is/),
      expect.stringMatching(/^fault opening: Stripe has test keys/),
    ]);
    const other = {
      SMTP_URL: '',
      ADMIN_EMAIL: 'owner@shop.example',
      SITE_URL: 'https://shop.example',
    };
    expect((await examine(other)).troubles).toEqual([
      expect.stringMatching(/^fault webhook at Stripe: Nothing is registered/),
      expect.stringMatching(/^fault email: No email is sent/),
      expect.stringMatching(/^fault backup: No backups are made/),
      expect.stringMatching(/^fault opening: Stripe has test keys/),
    ]);
  });

  it('looks beside a running shop, whose start gives the same advice', async () => {
    const url = await postgres.newMigratedDatabase();
    const env = { ...healthy, DATABASE_URL: url, SITE_URL: 'https://shop.example', SEED: 'demo' };
    const shop = await startShopProcess({ dataDir: path.join(directory.path, 'shop'), env });
    try {
      // Written a moment after it is ready.
      await expect.poll(shop.output).toMatch(/\d+ products of the demo catalog are for sale/);
      expect(shop.output()).toContain('ADMIN_EMAIL is admin@livfit.example');
      expect(shop.output()).toContain('Stripe has test keys');
      expect((await runDoctor(env)).ended).toBe(1);
    } finally {
      await shop.stop();
    }
  });
});
