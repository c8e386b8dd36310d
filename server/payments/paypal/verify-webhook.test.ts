import { createSign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32 } from 'node:zlib';
import type { Database } from '@liv-fit/backend/database';
import { openPostgres } from '@liv-fit/backend/postgres';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LimitStore } from '#server/http/rate-limiter.ts';
import { limits } from '#server/limits.ts';
import {
  type MigratedPostgres,
  openMigratedPglite,
  startMigratedPostgres,
} from '#tests/fixtures/migrated.ts';
import { verifyPaypalWebhook } from './verify-webhook.ts';
import { createCertificateSource } from './webhook-certificates.ts';

const webhookId = '9XL90610J3647323C';
const now = () => new Date('2026-11-20T12:00:00Z');
const body = JSON.stringify({
  id: 'WH-1',
  event_type: 'CHECKOUT.ORDER.APPROVED',
  resource: { id: '5O190127TN364715T' },
});

let fetched = 0;
let base = '';
let privateKey = '';
const pems: Record<string, string> = {};
const server = createServer((request, response) => {
  fetched += 1;
  const pem = pems[String(request.url)];
  response.writeHead(pem ? 200 : 404).end(pem);
});
const named = (name: string) => `/v1/notifications/certs/${name}`;

beforeAll(async () => {
  const certificate = (from: string, until: string) =>
    generate([{ name: 'commonName', value: 'messages.example' }], {
      algorithm: 'sha256',
      notBeforeDate: new Date(from),
      notAfterDate: new Date(until),
    });
  const good = await certificate('2026-01-01', '2027-01-01');
  const old = await certificate('2025-01-01', '2026-01-01');
  privateKey = good.private;
  pems[named('CERT-good')] = good.cert;
  pems[named('CERT-old')] = old.cert;
  pems[named('CERT-none')] = 'no certificate';
  pems[named('CERT-new')] = good.cert;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

function signed(
  changes: Record<string, string> = {},
  { payload = body, time = '2026-11-20T12:00:00Z', hook = webhookId } = {},
) {
  const id = '69cd13f0-d67a-11e5-baa3-778b53f4ae55';
  const message = `${id}|${time}|${hook}|${crc32(payload)}`;
  return new Headers({
    'paypal-transmission-id': id,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': createSign('RSA-SHA256').update(message).sign(privateKey, 'base64'),
    'paypal-cert-url': base + named('CERT-good'),
    'paypal-auth-algo': 'SHA256withRSA',
    ...changes,
  });
}

const newVerifier = (configured = webhookId, store: LimitStore = null) => {
  const certificates = createCertificateSource([base], {
    timeoutMs: 1000,
    now,
    store,
  });
  return (headers: Headers, payload = body) =>
    verifyPaypalWebhook(
      { webhookId: configured, certificates, now },
      Buffer.from(payload),
      headers,
    );
};

const event = (event_type: string, resource: object) =>
  JSON.stringify({ id: 'WH-1', event_type, resource });
const related = { supplementary_data: { related_ids: { order_id: 'ORDER1' } } };
const up = { links: [{ rel: 'up', href: 'https://api.paypal.com/v2/payments/captures/CAP1' }] };

describe('a webhook of PayPal', () => {
  it.each([
    ['CHECKOUT.ORDER.APPROVED', { id: 'ORDER1' }, 'ORDER1', 'checkout'],
    ['PAYMENT.CAPTURE.COMPLETED', { id: 'CAP1', ...related }, 'ORDER1', 'checkout'],
    ['PAYMENT.CAPTURE.DECLINED', { id: 'CAP1', ...related }, 'ORDER1', 'checkout'],
    ['PAYMENT.CAPTURE.REFUNDED', { id: 'REF1', ...up }, 'CAP1', 'payment'],
    [
      'CUSTOMER.DISPUTE.CREATED',
      { disputed_transactions: [{ seller_transaction_id: 'CAP1' }] },
      'CAP1',
      'payment',
    ],
    ['BILLING.PLAN.CREATED', { id: 'P-1' }, null, 'checkout'],
    ['PAYMENT.CAPTURE.COMPLETED', {}, null, 'checkout'],
  ])('is about what %s names', async (type, resource, reference, about) => {
    const payload = event(type, resource);
    expect(await newVerifier()(signed({}, { payload }), payload)).toEqual({
      kind: 'event',
      eventId: 'WH-1',
      type,
      reference,
      about,
    });
  });

  it('shares one certificate download among parallel webhooks', async () => {
    const verify = newVerifier();
    const before = fetched;
    const answers = await Promise.all(Array.from({ length: 50 }, () => verify(signed())));
    expect(answers.every(({ kind }) => kind === 'event')).toBe(true);
    expect(fetched - before).toBe(1);
  });

  it('is accepted while somebody else names certificates that are not there', async () => {
    const verify = newVerifier();
    const before = fetched;
    for (let index = 0; index < 20; index += 1) {
      const invented = { 'paypal-cert-url': base + named(`CERT-${index}`) };
      await verify(signed({ ...invented, 'x-forwarded-for': '203.0.113.9' }));
    }
    expect(fetched - before).toBe(2);
    const expired = { 'paypal-cert-url': base + named('CERT-old') };
    for (let index = 0; index < 20; index += 1) {
      await verify(signed({ ...expired, 'x-forwarded-for': '203.0.114.9' }));
    }
    expect(fetched - before).toBe(4);
    expect(await verify(signed({ 'x-forwarded-for': '198.51.100.7' }))).toMatchObject({
      kind: 'event',
    });
  });

  it('is accepted at the moment when somebody else is refused a certificate', async () => {
    const verify = newVerifier();
    const other = (name: string) =>
      verify(signed({ 'paypal-cert-url': base + named(name), 'x-forwarded-for': '203.0.113.9' }));
    for (let index = 0; index < limits.failedCertificates.count; index += 1) {
      await other(`CERT-${index}`);
    }
    const [refused, accepted] = await Promise.all([
      other('CERT-good'),
      verify(signed({ 'x-forwarded-for': '198.51.100.7' })),
    ]);
    expect(refused).toMatchObject({ kind: 'rejected' });
    expect(accepted).toMatchObject({ kind: 'event' });
  });

  it('works in the three days in which PayPal repeats it, and no longer', async () => {
    const verify = newVerifier();
    const at = (time: string) => verify(signed({}, { time }));
    expect(await at('2026-11-17T12:00:01Z')).toMatchObject({ kind: 'event' });
    expect(await at('2026-11-20T12:05:00Z')).toMatchObject({ kind: 'event' });
    expect(await at('2026-11-17T11:59:59Z')).toMatchObject({ kind: 'rejected' });
    expect(await at('2026-11-20T12:05:01Z')).toMatchObject({ kind: 'rejected' });
    expect(await at('20 November 2026 12:00')).toMatchObject({ kind: 'rejected' });
  });

  it.each([
    ['no signature', { 'paypal-transmission-sig': '' }],
    ['no id', { 'paypal-transmission-id': '' }],
    ['another id', { 'paypal-transmission-id': '69cd13f0-d67a-11e5-baa3-778b53f4ae56' }],
    ['another time', { 'paypal-transmission-time': '2026-11-20T12:00:01Z' }],
    ['another algorithm', { 'paypal-auth-algo': 'SHA1withRSA' }],
    ['no algorithm', { 'paypal-auth-algo': '' }],
  ])('is refused with %s', async (_what, changes) => {
    expect(await newVerifier()(signed(changes))).toMatchObject({ kind: 'rejected' });
  });

  it('is refused with a missing, invalid or expired certificate', async () => {
    const verify = newVerifier();
    for (const name of ['CERT-missing', 'CERT-none', 'CERT-old']) {
      const headers = signed({ 'paypal-cert-url': base + named(name) });
      expect(await verify(headers)).toMatchObject({ kind: 'rejected' });
    }
  });

  it.each([
    'https://evil.example/v1/notifications/certs/CERT-good',
    'https://api.paypal.com.evil.example/v1/notifications/certs/CERT-good',
    'file:///v1/notifications/certs/CERT-good',
    'nonsense',
  ])('never fetches a certificate from %s', async (address) => {
    const before = fetched;
    expect(await newVerifier()(signed({ 'paypal-cert-url': address }))).toMatchObject({
      reason: 'no certificate of PayPal',
    });
    expect(fetched).toBe(before);
  });

  it.each(['/../../../x', '?x=1', '#x', '@evil.example', '/%2e%2e/x'])(
    'never fetches what only begins like a certificate: %s',
    async (tail) => {
      const before = fetched;
      const address = `${base}${named('CERT-good')}${tail}`;
      expect(await newVerifier()(signed({ 'paypal-cert-url': address }))).toMatchObject({
        kind: 'rejected',
      });
      expect(fetched).toBe(before);
    },
  );

  it('fetches its certificate once, and few that do not exist', async () => {
    const verify = newVerifier();
    const before = fetched;
    for (let count = 0; count < 50; count += 1) await verify(signed());
    expect(fetched - before).toBe(1);
    for (let count = 0; count < 50; count += 1) {
      await verify(signed({ 'paypal-cert-url': base + named(`CERT-${count}`) }));
    }
    expect(fetched - before).toBeLessThanOrEqual(10);
  });

  it.each(['', ' '])('is refused when no webhook id is configured (%j)', async (configured) => {
    const headers = signed({}, { hook: configured });
    expect(await newVerifier(configured)(headers)).toMatchObject({ kind: 'rejected' });
  });

  it('is refused for another webhook', async () => {
    expect(await newVerifier()(signed({}, { hook: 'ANOTHER' }))).toMatchObject({
      kind: 'rejected',
    });
  });

  it('is refused if a single character of its signature or body was changed', async () => {
    const verify = newVerifier();
    const headers = signed();
    const signature = headers.get('paypal-transmission-sig') ?? '';
    const alphabet = 'AbZ09+/=-_ ';
    for (let index = 0; index < signature.length; index += 1) {
      for (const sign of alphabet) {
        if (signature[index] === sign) continue;
        const changed = signature.slice(0, index) + sign + signature.slice(index + 1);
        const other = new Headers(headers);
        other.set('paypal-transmission-sig', changed);
        const answer = await verify(other);
        expect(answer.kind, `${sign} at ${index}`).toBe('rejected');
      }
    }
    for (let index = 0; index < body.length; index += 1) {
      const changed = `${body.slice(0, index)}~${body.slice(index + 1)}`;
      expect(await verify(headers, changed)).toMatchObject({ kind: 'rejected' });
    }
  });

  it('is refused when what was signed is no event', async () => {
    for (const payload of ['{', '{}', '[]', 'null', '""']) {
      expect(await newVerifier()(signed({}, { payload }), payload)).toEqual({
        kind: 'rejected',
        reason: 'no event',
      });
    }
  });
});

describe.each(['PGlite', 'PostgreSQL'])('a known certificate on %s', (kind) => {
  let database: Database;
  let postgres: MigratedPostgres | undefined;
  beforeAll(async () => {
    if (kind === 'PostgreSQL') postgres = await startMigratedPostgres();
    database = postgres
      ? openPostgres({ connectionString: await postgres.newMigratedDatabase() })
      : await openMigratedPglite();
    const verify = newVerifier(webhookId, database);
    expect(await verify(paypalSends('CERT-good'))).toMatchObject({ kind: 'event' });
  });
  afterAll(async () => {
    await database?.close();
    await postgres?.stop();
  });
  const paypalSends = (name: string) =>
    signed({ 'paypal-cert-url': base + named(name), 'x-forwarded-for': '198.51.100.7' });

  it('is fetched after a restart, however many others are invented', async () => {
    const verify = newVerifier(webhookId, database);
    for (let sent = 0; sent < limits.webhookCertificates.count; sent += 1) {
      const from = `203.0.${Math.floor(sent / limits.failedCertificates.count)}.9`;
      const invented = base + named(`CERT-${kind}-${sent}`);
      await verify(signed({ 'paypal-cert-url': invented, 'x-forwarded-for': from }));
    }
    const before = fetched;
    for (let sent = 0; sent <= limits.failedCertificates.count; sent += 1) {
      expect(await verify(paypalSends('CERT-new'))).toMatchObject({ kind: 'rejected' });
    }
    expect(fetched).toBe(before);
    expect(await verify(paypalSends('CERT-good'))).toMatchObject({ kind: 'event' });
    expect(fetched).toBe(before + 1);
  });

  it('is fetched only so often while it cannot be', async () => {
    const address = named('CERT-good');
    const { [address]: pem = '' } = pems;
    const verify = newVerifier(webhookId, database);
    pems[address] = '';
    const before = fetched;
    for (let sent = 0; sent < 2 * limits.knownCertificates.count; sent += 1) {
      const headers = signed({ 'x-forwarded-for': `192.0.${sent}.9` });
      expect(await verify(headers)).toMatchObject({ kind: 'rejected' });
    }
    pems[address] = pem;
    expect(fetched - before).toBeLessThanOrEqual(limits.knownCertificates.count);
    expect(fetched).toBeGreaterThan(before);
  });
});
