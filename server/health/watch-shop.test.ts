import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createKysely, type Database } from '@liv-fit/backend/database';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noSellingRules } from '#domain/quote-order.ts';
import { siteDefaults } from '#domain/settings.ts';
import { recordBackup, recordFailedBackup } from '#server/backups/last-backup.ts';
import type { DB } from '#server/orders/tables.ts';
import type { PaymentProvider, ProviderFailure, ReversedList } from '#server/payments/provider.ts';
import { testDatabases } from '#tests/rls/test-databases.ts';
import { recordFailedRequests } from './record-failed-requests.ts';
import { createAlerts } from './send-alert.ts';
import { createShopMonitor } from './watch-shop.ts';

const gigabyte = 1024 ** 3;

describe.each(testDatabases)('watching the shop on $name', (testDatabase) => {
  let database: Database;
  /** What was posted to ALERT_WEBHOOK_URL. */
  const told: { kind: string; state: string; text: string; detail: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      told.push(JSON.parse(body));
      response.end();
    });
  });
  let alerts = '';

  beforeAll(async () => {
    database = await testDatabase.openMigrated();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    alerts = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.close();
    await database?.close();
  });

  let mailServer: Error | null = null;
  let free = gigabyte;
  /** Milliseconds. */
  let runningFor = 0;
  let service: ReversedList | ProviderFailure;
  let released = 0;
  let finished = 0;
  let backupPlace: { address: string; freeBytes(): Promise<number | null> } | null = null;
  let look: () => Promise<void>;
  let stripe: PaymentProvider;
  beforeEach(async () => {
    told.length = 0;
    [mailServer, free, released, finished, backupPlace] = [null, gigabyte, 0, 0, null];
    service = { kind: 'reversed_list', paymentReferences: [] };
    await run('delete from incidents');
    await run('delete from private.email_outbox');
    await run('delete from private.provider_events');
    const failed = new Set<'stripe' | 'paypal'>();
    const played = {
      name: 'stripe',
      listReversed: async () => service,
    } as Partial<PaymentProvider>;
    stripe = recordFailedRequests(played as PaymentProvider, failed);
    look = openWatch('web-1', failed);
  });

  const run = async (text: string) =>
    (await database.query<Record<string, unknown>>({ text })).rows;
  const openWatch = (machine: string, failed = new Set<'stripe' | 'paypal'>()) =>
    createShopMonitor({
      context: {
        db: createKysely<DB>(database),
        providers: { stripe },
        now: () => new Date(),
        log: { info() {}, warn() {}, error() {} },
        site: () => siteDefaults,
        sellingRules: () => noSellingRules,
        teamEmail: 'team@livfit.example',
        origin: 'https://shop.example',
      },
      transport: {
        verify: async () => {
          if (mailServer) throw mailServer;
        },
      },
      freeBytes: async () => free,
      backupPlace,
      startedAt: new Date(Date.now() - runningFor),
      machine,
      hasOtherClock: database.kind === 'postgres',
      failed,
      alert: createAlerts(alerts),
      sendWaitingMails: async () => {
        released += 1;
      },
      finishPayments: async () => {
        finished += 1;
      },
    });
  const states = () => told.map(({ kind, state }) => `${kind} ${state}`);
  const openKinds = async () =>
    (await run('select kind from incidents where closed_at is null')).map(({ kind }) => kind);
  const mailed = async () =>
    (await run(`select subject from private.email_outbox where dedupe_key like 'incident:%'`)).map(
      ({ subject }) => subject,
    );

  it('finds nothing in a shop that is well', async () => {
    await look();
    await look();
    expect([await openKinds(), told]).toEqual([[], []]);
  });

  it('reports a problem once after two checks in a row, and when it is over', async () => {
    free = 40 * 1024 ** 2;
    await look();
    expect(await openKinds()).toEqual([]);
    for (let each = 0; each < 3; each += 1) await look();
    expect(await openKinds()).toEqual(['disk_low']);
    expect(await mailed()).toEqual(['The disk is almost full']);
    expect(told[0]?.text).toContain('web-1: 40 MB are free. Below 50 MB');
    free = gigabyte;
    await look();
    expect(await openKinds()).toEqual([]);
    expect(states()).toEqual(['disk_low open', 'disk_low closed']);
  });

  it('leaves one machine’s trouble to that machine', async () => {
    free = 0;
    await look();
    await look();
    free = gigabyte;
    await openWatch('web-2')();
    expect(await openKinds()).toEqual(['disk_low']);
  });

  it('names a mail server that takes nothing, and sends all that waits once it does', async () => {
    await run(`insert into private.email_outbox (dedupe_key, recipient, subject, html, text, tries)
      values ('a', 'ada@mail.example', 's', '', '', 1)`);
    await look();
    await look();
    expect(await openKinds()).toEqual([]);
    mailServer = new Error('connect ECONNREFUSED');
    await look();
    await look();
    expect(await openKinds()).toEqual(['emails_stuck']);
    expect(told[0]?.detail).toBe('One email waits: connect ECONNREFUSED.');
    expect(released).toBe(0);
    mailServer = null;
    await look();
    expect([await openKinds(), released]).toEqual([[], 1]);
  });

  it('asks a payment service that failed once again, until it answers', async () => {
    service = { kind: 'unavailable', detail: 'secret detail' };
    await look();
    await look();
    expect(await openKinds()).toEqual([]);
    await stripe.listReversed(new Date());
    await look();
    await look();
    expect(await openKinds()).toEqual(['payments_unreachable']);
    expect(await mailed()).toEqual(['Stripe does not answer']);
    expect(JSON.stringify(told)).not.toContain('secret detail');
    service = { kind: 'reversed_list', paymentReferences: [] };
    await look();
    await look();
    expect(states()).toEqual(['payments_unreachable open', 'payments_unreachable closed']);
    expect(finished).toBe(1);
  });

  it('names events that cannot be processed', async () => {
    await run(`insert into private.provider_events (provider, event_id, type, tries, received_at)
      values ('paypal', 'e', 't', 2, now() - interval '2 minutes')`);
    await look();
    await look();
    expect(await openKinds()).toEqual(['events_stuck']);
    expect(await mailed()).toEqual(['Events of PayPal cannot be processed']);
  });

  it('names a reconciler that stopped, but not one of a shop that has just been started', async () => {
    await run(`insert into reconcile_runs (kind, started_at, finished_at)
      values ('reconcile', now() - interval '1 hour', now() - interval '1 hour')`);
    await look();
    await look();
    expect(await openKinds()).toEqual([]);
    runningFor = 3_600_000;
    look = openWatch('web-1');
    await look();
    await look();
    expect(await openKinds()).toEqual(['reconciler_stopped']);
    await run('delete from reconcile_runs');
  });

  it('names backups that fail, and a disk that has no room for the next one', async () => {
    let room = gigabyte;
    runningFor = 0;
    backupPlace = { address: '/backups', freeBytes: async () => room };
    look = openWatch('web-1');
    const db = createKysely<DB>(database);
    await look();
    await look();
    expect(await openKinds()).toEqual([]);
    room = 40 * 1024 ** 2;
    await look();
    await look();
    expect(told[0]?.detail).toBe('/backups has 40 MB left, and the next one may need 50 MB.');
    room = gigabyte;
    await look();
    await recordFailedBackup(db, { at: new Date(), reason: 'ENOSPC: no space left on device' });
    await look();
    await look();
    expect(await openKinds()).toEqual(['backup_missing']);
    expect(told.at(-1)?.detail).toBe('The last try failed: ENOSPC: no space left on device');
    await recordBackup(db, { at: new Date(), to: '/backups', bytes: 1 });
    await look();
    expect(await openKinds()).toEqual([]);
  });

  it('names backups that are not made anymore, once the shop had time to make one', async () => {
    backupPlace = { address: 's3://backups', freeBytes: async () => null };
    await recordBackup(createKysely<DB>(database), {
      at: new Date(Date.now() - 27 * 3_600_000),
      to: 's3://backups',
      bytes: 1,
    });
    runningFor = 0;
    look = openWatch('web-1');
    await look();
    await look();
    expect(await openKinds()).toEqual([]);
    runningFor = 3_600_000;
    look = openWatch('web-1');
    await look();
    await look();
    expect(await openKinds()).toEqual(['backup_missing']);
    // A restored shop that waits for confirmation makes no backups.
    await run(`insert into private.restores (backup_at) values (now())`);
    await look();
    expect(await openKinds()).toEqual([]);
    await run('delete from private.restores');
  });

  it('leaves the reconciler’s incidents alone', async () => {
    await run(`insert into incidents (kind, provider, detail, opened_at)
      values ('webhooks_silent', 'stripe', 'x', now())`);
    await look();
    expect(await openKinds()).toEqual(['webhooks_silent']);
  });
});
