import { createHash } from 'node:crypto';
import type { Database } from '@liv-fit/backend/database';
import { openPostgres } from '@liv-fit/backend/postgres';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { CheckAnswer } from '#domain/check-answer.ts';
import { freePortPair } from '#tests/fixtures/free-ports.ts';
import { startMigratedPostgres } from '#tests/fixtures/migrated.ts';
import {
  type ShopProcess,
  startShopProcess,
  temporaryDirectory,
} from '#tests/fixtures/shop-process.ts';

const account = { email: 'owner@livfit.example', password: 'granite-and-honey' };
const productId = 'a0000000-0000-4000-8000-000000000001';
const laboratoryFile = Buffer.from('%PDF-1.4 what the laboratory found');

export interface Batch {
  id: string;
  code: string;
  /** The codes of its units. */
  codes: string[];
}

/** The response to one check, and how long it took. */
export interface Asked {
  status: number;
  answer: CheckAnswer;
  ms: number;
}

/** The real shop with its limits, on PostgreSQL, reached over HTTP from any IP address. */
export interface Stage {
  origin: string;
  dataDir: string;
  database: Database;
  admin: SupabaseClient;
  /** Calls a function as an admin. */
  call(name: string, body: object): Promise<unknown>;
  /** Adds a released batch with unit codes. */
  addBatch(code: string, units: number): Promise<Batch>;
  check(code: string, address: string, browser?: string): Promise<Asked>;
  /** Submits the form without JavaScript and returns the resulting page. */
  checkByPage(code: string, address: string): Promise<string>;
  rows<Row>(sql: string): Promise<Row[]>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

export async function openStage(
  variables: Record<string, string> = {},
  { durable = false } = {},
): Promise<Stage> {
  const server = await startMigratedPostgres({ durable });
  const directory = await temporaryDirectory();
  const url = await server.newMigratedDatabase();
  const database = openPostgres({ connectionString: url, max: 2, answerTimeout: 0 });
  const run = (text: string, values: unknown[] = []) => database.query({ text, values });
  await run(`insert into public.products (id, name, price) values ('${productId}', 'Resin', 1)`);
  await run(
    `insert into public.product_requirements (product_id, analytes) values ('${productId}', '{lead}')`,
  );
  const port = await freePortPair();
  const start = () =>
    startShopProcess({
      dataDir: directory.path,
      port,
      env: {
        DATABASE_URL: url,
        TRUST_PROXY: '1',
        SEED: 'none',
        LOG_LEVEL: 'error',
        ADMIN_EMAIL: account.email,
        ADMIN_PASSWORD: account.password,
        ...variables,
      },
    });
  let shop: ShopProcess = await start();
  const { origin } = shop;
  const { publishableKey } = await (await fetch(`${origin}/config.json`)).json();
  const admin = createClient(origin, publishableKey, {
    auth: { autoRefreshToken: false, persistSession: false },
  });
  const { error } = await admin.auth.signInWithPassword(account);
  if (error) throw error;

  async function call(name: string, body: object): Promise<unknown> {
    const { data, error } = await admin.functions.invoke(name, { body });
    if (error) throw new Error(`${name}: ${await (error.context as Response).text()}`);
    return data;
  }

  return {
    origin,
    dataDir: directory.path,
    database,
    admin,
    call,
    async addBatch(code, units) {
      const { data } = await admin
        .from('batches')
        .insert({ code, product_id: productId, best_before: '2099-01-01' })
        .select('id')
        .single()
        .throwOnError();
      const { id } = data;
      const path = `${code}/laboratory.pdf`;
      const stored = await admin.storage
        .from('batch-documents')
        .upload(path, laboratoryFile, { contentType: 'application/pdf' });
      if (stored.error) throw stored.error;
      const sha256 = createHash('sha256').update(laboratoryFile).digest('hex');
      await admin.from('batch_documents').insert({ batch_id: id, path, sha256 }).throwOnError();
      const lead = { batch_id: id, analyte: 'lead', value: 1, limit_value: 2, unit: 'µg/g' };
      await admin.from('batch_results').insert(lead).throwOnError();
      const { codes } = (await call('issue-codes', { batchId: id, count: units })) as Batch;
      await call('release-batch', { batchId: id });
      return { id, code, codes };
    },
    async check(code, address, browser = 'a browser') {
      const began = performance.now();
      const response = await fetch(`${origin}/functions/v1/check-code`, {
        method: 'POST',
        headers: {
          apikey: publishableKey,
          'content-type': 'application/json',
          'user-agent': browser,
          'x-forwarded-for': address,
        },
        body: JSON.stringify({ code }),
      });
      const answer = (await response.json()) as CheckAnswer;
      return { status: response.status, answer, ms: performance.now() - began };
    },
    async checkByPage(code, address) {
      const response = await fetch(`${origin}/validity`, {
        method: 'POST',
        headers: { 'x-forwarded-for': address, origin },
        body: new URLSearchParams({ code }),
      });
      return response.text();
    },
    rows: async <Row>(sql: string) => (await run(sql)).rows as Row[],
    kill: () => shop.kill(),
    async start() {
      shop = await start();
    },
    async close() {
      await shop.stop();
      await database.close();
      await server.stop();
      await directory.remove();
    },
  };
}

/** Runs `work` for every item, several at once, in order. */
export async function eachOf<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const item = items[next] as Item;
      next += 1;
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
