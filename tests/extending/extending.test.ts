import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migratedDirectory } from '#tests/fixtures/migrated.ts';
import { changedBetween, copyProject } from '#tests/fixtures/project-copy.ts';
import {
  type ShopProcess,
  startShopProcess,
  type TemporaryDirectory,
} from '#tests/fixtures/shop-process.ts';
import { followRecipe } from './follow-recipe.ts';
import { fieldRecipe, providerRecipe, type Recipe } from './recipes.ts';

const admin = { email: 'owner@shop.example', password: 'correct horse battery' };
/** Each starts a compiler or a test run, which takes long on a busy machine. */
const commandTimeout = 600_000;
const generated = ['supabase/database.gen.ts', 'supabase/kysely.gen.ts'];

let copy: Awaited<ReturnType<typeof copyProject>>;
let changedByField: string[];
let changedByProvider: string[];
let data: TemporaryDirectory;
let service: PretendService;
let shop: ShopProcess;

beforeAll(async () => {
  copy = await copyProject();
  const before = await copy.digests();
  await followRecipe(copy.path, fieldRecipe);
  await run('npm', 'run', 'types');
  const withField = await copy.digests();
  changedByField = changedBetween(before, withField);
  await followRecipe(copy.path, providerRecipe);
  // Runs while the shop starts; must not reject, because the shop has to be stopped either way.
  const generating = Promise.allSettled([run('npm', 'run', 'types')]);

  data = await migratedDirectory();
  service = await openPretendService();
  shop = await startShopProcess({
    root: copy.path,
    dataDir: data.path,
    env: {
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      PRETEND_API: service.url,
    },
  });
  const [types] = await generating;
  if (types.status === 'rejected') throw types.reason;
  changedByProvider = changedBetween(withField, await copy.digests());
});
afterAll(async () => {
  await shop?.stop();
  service?.close();
  await data?.remove();
  await copy?.remove();
});

/** Runs a command of the project in the copy. Rejects with its output. */
async function run(command: string, ...words: string[]): Promise<string> {
  const bin = path.join(copy.path, 'node_modules/.bin');
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
  try {
    return (await promisify(execFile)(command, words, { cwd: copy.path, env })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${command} ${words.join(' ')}\n${stdout}\n${stderr}`, { cause: error });
  }
}

async function visitor() {
  const { publishableKey } = await (await fetch(`${shop.origin}/config.json`)).json();
  return createClient(shop.origin, publishableKey, { auth: { persistSession: false } });
}

it('the recipes type-check together, once the types are generated', {
  timeout: commandTimeout,
}, async () => {
  await run('react-router', 'typegen');
  await run('tsc', '--noEmit');
});

it('the recipes leave supabase/schemas what the migrations add up to', {
  timeout: commandTimeout,
}, async () => {
  await run('vitest', 'run', 'tests/schemas/current-state.test.ts');
});

describe('a field of a product', () => {
  it('touches five files, two of them generated', () => {
    expect(changedByField).toEqual([
      'domain/product-label.ts',
      ...generated,
      'supabase/migrations/20990101000000_add_product_storage.sql',
      'supabase/schemas/products.sql',
    ]);
  });

  it('is in the form’s description, saved by it and read by visitors', async () => {
    const form = await import(
      path.join(copy.path, 'app/features/admin/products/product-values.ts')
    );
    expect(form.plainInputs).toContainEqual(
      expect.objectContaining({ name: 'storage', label: 'Storage', section: 'label' }),
    );
    const values = { ...form.emptyProduct, name: 'Drops', price: '9.90', storage: 'Keep it cool.' };
    const row = form.toProductRow(form.productValues.parse(values));

    const owner = await visitor();
    await owner.auth.signInWithPassword(admin);
    const saved = await owner.from('products').insert(row).select().single();
    expect(saved.error).toBeNull();
    expect(form.toProductValues(saved.data).storage).toBe('Keep it cool.');

    const seen = await (await visitor())
      .from('products')
      .select('name, storage')
      .eq('id', saved.data.id);
    expect(seen.data).toEqual([{ name: 'Drops', storage: 'Keep it cool.' }]);
  });

  it('needs no change of the tests that watch the schema', {
    timeout: commandTimeout,
  }, async () => {
    await run('vitest', 'run', 'tests/rls/schema.test.ts', '-t', 'rights');
  });
});

describe('a payment provider', () => {
  it('touches its folder, one list, a migration, the current state and the generated types', () => {
    expect(changedByProvider).toEqual([
      'server/payments/pretend/pretend-provider.ts',
      'server/payments/pretend/pretend-service.ts',
      'server/payments/registry.ts',
      ...generated,
      'supabase/migrations/20990101000100_add_pretend_provider.sql',
      'supabase/schemas/orders.sql',
      'supabase/schemas/payments.sql',
    ]);
  });

  it('is offered at checkout and takes the payment of an order', async () => {
    const checkout = await (await fetch(`${shop.origin}/checkout`)).text();
    expect(checkout).toContain('Paid with play money');

    const client = await visitor();
    const { data: products } = await client.from('products').select().limit(1);
    const [{ id, name, weight_type: weight, price }] = products as [Record<string, unknown>];
    const items = [{ id, name, weight, price, quantity: 2 }];
    const begun = await client.functions.invoke('create-pretend-order', { body: { items } });
    expect(begun.error).toBeNull();
    const { orderId: orderToken, approveUrl } = begun.data;
    const confirm = () =>
      client.functions.invoke('capture-pretend-payment', { body: { orderToken } });
    expect((await confirm()).error?.context.status).toBe(402);

    const back = await fetch(approveUrl, { method: 'POST', redirect: 'manual' });
    const page = back.headers.get('location') ?? '';
    expect(page).toBe(`${shop.origin}/payment-success?pretend=${orderToken}`);
    expect((await fetch(page)).status).toBe(200);

    const { data } = await confirm();
    expect(data.orderDetails).toMatchObject({
      payment_status: 'paid',
      pretend_order_id: orderToken,
      stripe_session_id: null,
      total_amount: Number(price) * 2,
    });

    const owner = await visitor();
    await owner.auth.signInWithPassword(admin);
    const log = await owner.from('audit_log').select('before, after').eq('table_name', 'orders');
    expect(JSON.stringify(log.data)).toContain('"payment_status":"paid"');
    expect(JSON.stringify(log.data)).not.toContain(orderToken);
  });
});

describe('docs/extending.md', () => {
  const page = path.resolve(import.meta.dirname, '../../docs/extending.md');

  it('links to the new files that it does not quote', async () => {
    const docs = await readFile(page, 'utf8');
    for (const { folder, linked } of [fieldRecipe, providerRecipe]) {
      for (const file of linked) {
        expect(docs).toContain(`](../tests/extending/${folder}/${file})`);
        await readFile(path.join(import.meta.dirname, folder, file));
      }
    }
  });

  it.each([fieldRecipe, providerRecipe])('quotes what the test does: $title', async (recipe) => {
    const docs = await readFile(page, 'utf8');
    const section = docs.split(/^## /m).find((text) => text.startsWith(recipe.title)) ?? '';
    const quoted = [...section.matchAll(/^ *```\w+\n([\s\S]*?)^ *```$/gm)].map(([, code]) =>
      linesOf(code ?? ''),
    );
    expect(quoted.flat()).toEqual((await linesToQuote(recipe)).flat());
  });
});

/** New files in the order of the docs, then the lines to insert. */
async function linesToQuote({ folder, quoted, insertions }: Recipe): Promise<string[][]> {
  const files = quoted.map((file) =>
    readFile(path.join(import.meta.dirname, folder, file), 'utf8'),
  );
  return [...(await Promise.all(files)), ...insertions.map(({ lines }) => lines)].map(linesOf);
}

function linesOf(code: string): string[] {
  return code
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

type PretendService = Awaited<ReturnType<typeof openPretendService>>;

/** Plays the service: payments are created, paid by whoever opens their page, and reported. */
async function openPretendService() {
  const payments = new Map<string, { paid: boolean; returnTo: string }>();
  const server: Server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://service');
    if (pathname === '/payments') {
      const wanted = (await json(request)) as { order: string; returnTo: string };
      const id = `P-${wanted.order}`;
      payments.set(id, { ...wanted, ...{ id, paid: false } });
    }
    const id = pathname === '/payments' ? [...payments.keys()].at(-1) : pathname.split('/').at(-1);
    const payment = payments.get(id ?? '');
    if (payment && pathname.startsWith('/pay/')) {
      payment.paid = true;
      response.writeHead(303, { location: payment.returnTo + id }).end();
      return;
    }
    response.writeHead(payment ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(payment ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
