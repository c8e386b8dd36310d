import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type MigratedPostgres, startMigratedPostgres } from '#tests/fixtures/migrated.ts';
import { pgliteOptions } from '#tests/fixtures/pglite-flags.ts';
import {
  type ShopProcess,
  startShopProcess,
  type TemporaryDirectory,
  temporaryDirectory,
} from '#tests/fixtures/shop-process.ts';
import { sandboxClient } from '#tests/money/sandbox-client.ts';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}

/** A collector as in the OTLP/HTTP specification: JSON is posted to `/v1/traces`. */
const received: { path: string | undefined; body: string }[] = [];
let collector: Server;
let postgres: MigratedPostgres;
let directory: TemporaryDirectory;
let shop: ShopProcess;
/** Everything that was typed or gives access. */
const secrets: string[] = [];
const typed = <Value extends string>(value: Value): Value => {
  secrets.push(value);
  return value;
};

beforeAll(async () => {
  collector = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      received.push({ path: request.url, body });
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  postgres = await startMigratedPostgres();
  directory = await temporaryDirectory();
  shop = await startShopProcess({
    dataDir: directory.path,
    env: {
      DATABASE_URL: await postgres.newMigratedDatabase(),
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=of-the-collector',
      ACCESS_LOG: 'on',
    },
  });
});
afterAll(async () => {
  await shop?.stop();
  collector?.close();
  await postgres?.stop();
  await directory?.remove();
});

const lines = () =>
  shop
    .output()
    .split('\n')
    .filter((line) => line.includes('"msg":"request"'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

async function buy(): Promise<void> {
  const { publishableKey } = await (await fetch(`${shop.origin}/config.json`)).json();
  const client = createClient(shop.origin, typed(publishableKey), {
    auth: { persistSession: false },
  });
  const { data } = await client.from('products').select('id,weight_type').limit(1);
  const [product] = data ?? [];
  const checkout = await fetch(`${shop.origin}/functions/v1/create-checkout`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      items: [
        {
          id: typed(String(product?.id)),
          weight: product?.weight_type,
          name: '',
          price: 1,
          quantity: 1,
        },
      ],
    }),
  });
  const { url } = (await checkout.json()) as { url: string };
  typed(/cs_\w+/.exec(url)?.[0] ?? 'no session');
  const sandbox = sandboxClient(shop.sandbox, '');
  await sandbox.pay(url, { email: typed('ann.of.denver@mail.example'), name: typed('Ann Traced') });
  const mailsCame = async () => expect((await sandbox.mails()).length).toBeGreaterThan(1);
  await vi.waitFor(mailsCame, { timeout: 60_000 });
}

describe('what a shop tells of its work', () => {
  let spans: Span[];

  beforeAll(async () => {
    for (const path of [
      `/validity?code=${typed('TRACED-CODE')}`,
      `/product/${typed('a-traced-product')}`,
      `/search?q=${typed('traced-words')}`,
      `/payment-success?session_id=${typed('cs_traced_session')}`,
      `/auth/v1/verify?token=${typed('traced-token')}&type=signup`,
      `/rest/v1/validity_codes?code=eq.${typed('TRACED-FILTER')}&select=${typed('traced_column')}`,
      `/${typed('traced-path')}`,
      '/healthz',
      '/favicon.svg',
    ]) {
      await (
        await fetch(shop.origin + path, {
          headers: { 'user-agent': typed('traced-browser'), apikey: typed('traced-key') },
        })
      ).text();
    }
    await fetch(`${shop.origin}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        email: typed('traced@mail.example'),
        password: typed('traced granite'),
      }),
    });
    await buy();
    await shop.stop();
    spans = received.flatMap(({ body }) =>
      JSON.parse(body).resourceSpans.flatMap((each: { scopeSpans: { spans: Span[] }[] }) =>
        each.scopeSpans.flatMap(({ spans }) => spans),
      ),
    );
  });

  it('goes to the collector as OTLP', () => {
    expect(new Set(received.map(({ path }) => path))).toEqual(new Set(['/v1/traces']));
    const [resource] = JSON.parse(received[0]?.body ?? '').resourceSpans;
    expect(resource.resource.attributes).toContainEqual({
      key: 'service.name',
      value: { stringValue: 'livfit' },
    });
  });

  it('names requests by their routes, and payments, emails and statements by their kind', () => {
    const names = new Set(spans.map(({ name }) => name));
    for (const name of [
      'GET /validity',
      'GET /product/:slug',
      'GET /search',
      'GET /payment-success',
      'GET /auth/v1/*',
      'GET /rest/v1/:table',
      'GET /*',
      'POST /functions/v1/create-checkout',
      'POST /webhooks/:provider',
      'stripe open',
      'stripe readOrCapture',
      'email send',
      'database SELECT',
      'database INSERT',
    ]) {
      expect(names).toContain(name);
    }
  });

  it('holds a request with what was done for it together', () => {
    const checkout = spans.find(({ name }) => name === 'POST /functions/v1/create-checkout');
    const within = spans.filter(({ traceId }) => traceId === checkout?.traceId);
    expect(within.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['stripe open', 'database WITH']),
    );
    const ids = new Set(within.map(({ spanId }) => spanId));
    const parents = within.filter((span) => span !== checkout).map((span) => span.parentSpanId);
    expect(parents.filter((parent) => !parent || !ids.has(parent))).toEqual([]);
    const others = spans.filter(({ name }) => name === 'GET /search');
    expect(others.map(({ traceId }) => traceId)).not.toContain(checkout?.traceId);
  });

  it('has nothing that was typed or gives access', () => {
    const told = received.map(({ body }) => body).join('\n');
    expect(told.length).toBeGreaterThan(1_000);
    expect(secrets.length).toBeGreaterThan(14);
    expect(secrets.filter((secret) => told.includes(secret))).toEqual([]);
    const logged = shop
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .join('\n');
    expect(secrets.filter((secret) => logged.includes(secret))).toEqual([]);
  });

  it('is logged as a line for each request, without files and probes', () => {
    const routes = lines().map(({ method, route, status }) => `${method} ${route} ${status}`);
    expect(routes).toContain('GET /validity 200');
    expect(routes).toContain('GET /product/:slug 404');
    expect(routes).toContain('POST /functions/v1/create-checkout 200');
    expect(routes.join('\n')).not.toMatch(/healthz|readyz|favicon/);
    const [line] = lines();
    expect(Object.keys({ traceId: '', ...line }).toSorted()).toEqual([
      'level',
      'method',
      'ms',
      'msg',
      'requestId',
      'route',
      'status',
      'time',
      'traceId',
    ]);
  });

  it('tells every milestone of the payment by its order', () => {
    const milestones = shop
      .output()
      .split('\n')
      .filter((line) => line.includes('"orderId"'))
      .map((line) => JSON.parse(line) as { orderId: string; msg: string; requestId?: string });
    expect(new Set(milestones.map(({ orderId }) => orderId)).size).toBe(1);
    expect(milestones.map(({ msg }) => msg)).toEqual(
      expect.arrayContaining([expect.stringMatching(/begun/i), expect.stringMatching(/was paid/i)]),
    );
  });
});

const sayWhatIsLoaded = `import { registerHooks } from 'node:module';
registerHooks({
  load(url, context, next) {
    if (/node_modules|tracing/.test(url)) console.log('loaded', url);
    return next(url, context);
  },
});`;

it('loads nothing of it, and writes no line, where it is off', async () => {
  const other = await temporaryDirectory();
  const plain = await startShopProcess({
    dataDir: other.path,
    env: {
      DATABASE_URL: await postgres.newMigratedDatabase(),
      NODE_OPTIONS: `${pgliteOptions} --import data:text/javascript,${encodeURIComponent(sayWhatIsLoaded)}`,
    },
  });
  await (await fetch(plain.origin)).text();
  await plain.stop();
  await other.remove();
  expect(plain.output()).toMatch(/loaded .*hono/);
  // prom-client depends on the interface (`api`), which does nothing by itself.
  expect(plain.output()).not.toMatch(/loaded .*(opentelemetry\/(?!api\/)|start-tracing)/);
  expect(plain.output()).not.toContain('"msg":"request"');
});
