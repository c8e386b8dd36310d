import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePortPair } from '#tests/fixtures/free-ports.ts';
import { demoDirectory } from '#tests/fixtures/migrated.ts';
import { sendRaw } from '#tests/fixtures/send-raw.ts';
import {
  type ShopProcess,
  startShopProcess,
  type TemporaryDirectory,
} from '#tests/fixtures/shop-process.ts';

const root = path.resolve(import.meta.dirname, '../..');
const token = 'a-token-that-nobody-guesses';
const secretKey = 'sb_secret_for_tests_only';
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

let directory: TemporaryDirectory;
let shop: ShopProcess;
let port: number;

beforeAll(async () => {
  directory = await demoDirectory();
  port = await freePortPair();
  shop = await startShopProcess({
    dataDir: directory.path,
    env: { METRICS_PORT: String(port), METRICS_TOKEN: token, SUPABASE_SECRET_KEY: secretKey },
  });
});
afterAll(async () => {
  await shop?.stop();
  await directory?.remove();
});

const withToken = { headers: { authorization: `Bearer ${token}` } };
const scrape = async () => (await fetch(`http://127.0.0.1:${port}/metrics`, withToken)).text();
/** The values of one metric, by label. */
async function valuesOf(name: string): Promise<Record<string, number>> {
  const lines = (await scrape()).split('\n').filter((line) => line.startsWith(name));
  return Object.fromEntries(
    lines.map((line) => {
      const [, labels = '', value = ''] = /^\w+(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      return [labels, Number(value)];
    }),
  );
}

describe('metrics', () => {
  it('are read with the token, on a port of their own too', async () => {
    const own = `http://127.0.0.1:${port}`;
    expect((await fetch(`${own}/`, withToken)).status).toBe(404);
    expect(await scrape()).toContain('livfit_database_up 1');
    for (const origin of [own, shop.origin]) {
      const ask = (authorization?: string) =>
        fetch(`${origin}/metrics`, authorization ? { headers: { authorization } } : {});
      expect((await ask(`Bearer ${token}`)).status).toBe(200);
      for (const wrong of [undefined, 'Bearer', 'Bearer wrong', `Basic ${token}`]) {
        expect([origin, wrong, (await ask(wrong)).status]).toEqual([origin, wrong, 404]);
      }
    }
    const headers = { ...withToken.headers, host: 'rebound.example' };
    const { status } = await sendRaw(`${own}/metrics`, { method: 'GET', headers, announced: true });
    expect(status).toBe(404);
  });

  it('name routes, never what was typed', async () => {
    const paths = [
      '/validity?code=SECRET1',
      '/product/secret2',
      '/secret3/secret4',
      '/rest/v1/secret5?code=eq.SECRET6',
      '/functions/v1/secret7',
      '/auth/v1/secret8?token=SECRET9',
      '/blog/secret10.data',
    ];
    for (const each of [...paths, '/', '/']) await (await fetch(shop.origin + each)).text();
    await fetch(shop.origin, { method: 'SECRET' }).catch(() => {});
    const counts = await valuesOf('livfit_http_request_duration_seconds_count');
    const routes = Object.keys(counts).map((labels) => /route="([^"]*)"/.exec(labels)?.[1]);
    for (const route of [
      '/',
      '/validity',
      '/product/:slug',
      '/blog/:slug',
      '/functions/v1/:unknown',
    ]) {
      expect(routes).toContain(route);
    }
    for (const route of ['/*', '/rest/v1/:table', '/auth/v1/*']) expect(routes).toContain(route);
    expect(counts['route="/",method="GET",status="200"']).toBeGreaterThanOrEqual(2);
    expect(await valuesOf('livfit_cached_pages_total')).not.toEqual({ '': 0 });
    expect(await scrape()).not.toMatch(/secret/i);
  });

  it('tell what waits and what came last', async () => {
    const service = createClient(shop.origin, secretKey, { auth: { persistSession: false } });
    const order = { name: 'A', email: 'a@mail.example', address: 'x', total_amount: 1 };
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    await service
      .from('orders')
      .insert([
        { ...order, payment_status: 'pending', created_at: at(1) },
        { ...order, payment_status: 'pending', created_at: at(30) },
        { ...order, payment_status: 'pending', created_at: at(100) },
      ])
      .throwOnError();
    await expect
      .poll(() => valuesOf('livfit_orders_unpaid'), { timeout: 60_000 })
      .toEqual({
        'age="under_10_minutes"': 1,
        'age="under_80_minutes"': 1,
        'age="older"': 1,
      });
    expect(await valuesOf('livfit_database_calls')).toEqual({
      'state="running"': expect.any(Number),
      'state="waiting"': 0,
    });
  });

  it('tell when the newest backup was made', async () => {
    expect(await valuesOf('livfit_last_backup_timestamp_seconds')).toEqual({ '': 0 });
    const begun = Date.now() / 1000;
    const made = await fetch(`${shop.origin}/functions/v1/backup`, {
      method: 'POST',
      headers: { apikey: secretKey, 'content-type': 'application/json' },
      body: JSON.stringify({ to: 'a drawer' }),
    });
    await made.arrayBuffer();
    expect(made.status).toBe(200);
    const at = async () => (await valuesOf('livfit_last_backup_timestamp_seconds'))[''];
    await expect.poll(at, { timeout: 60_000 }).toBeGreaterThanOrEqual(begun - 1);
  });

  it('match docs/metrics.md, and are those that alerts and dashboard ask for', async () => {
    const text = await scrape();
    const described = [...text.matchAll(/^# HELP (\w+) (.*)\n# TYPE \w+ (\w+)$/gm)];
    const rows = described.map(([, name, help, type]) => `| \`${name}\` | ${type} | ${help} |`);
    const file = path.join(root, 'docs/metrics.md');
    const page = read('docs/metrics.md').replace(
      /\| metric \| kind \| what \|\n(?:\|.*\n)+/,
      () => `| metric | kind | what |\n|---|---|---|\n${rows.join('\n')}\n`,
    );
    await expect(page).toMatchFileSnapshot(file);

    const names = new Set(described.map(([, name]) => name));
    for (const asking of ['deploy/prometheus/alerts.yml', 'deploy/grafana/dashboard.json']) {
      const asked = [...read(asking).matchAll(/\blivfit_\w+/g)].map(([name]) =>
        name.replace(/^(livfit_http_request_duration_seconds)_(count|bucket)$/, '$1'),
      );
      expect(asked.length).toBeGreaterThan(10);
      expect([asking, asked.filter((name) => !names.has(name))]).toEqual([asking, []]);
    }
  });
});

it('are not there unless asked for', async () => {
  await shop.stop();
  shop = await startShopProcess({ dataDir: directory.path });
  expect((await fetch(`${shop.origin}/metrics`)).status).toBe(404);
});
