import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { backendFolders, migrate } from '@liv-fit/backend/migrate';
import { openPostgres } from '@liv-fit/backend/postgres';
import { type PostgresServer, startPostgres } from '@liv-fit/backend/testing';
import { createClient } from '@supabase/supabase-js';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '#server/env.ts';
import { openDatabase } from '#server/setup/open-database.ts';
import { shopMigrations } from '#server/setup/shop-migrations.ts';
import {
  type ShopProcess,
  startShopProcess,
  type TemporaryDirectory,
  temporaryDirectory,
} from '#tests/fixtures/shop-process.ts';
import { sandboxClient } from '#tests/money/sandbox-client.ts';

const root = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
const shopFolder = shopMigrations(root);
const admin = { email: 'owner@shop.example', password: 'granite and honey' };

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
  await server.run(server.url, 'create role main_role login createrole createdb');
});
afterAll(() => server?.stop());

/** The URL of a database on the server for this user. */
function urlOf(user: string, database: string, at = server.url): string {
  const url = new URL(at);
  url.username = user;
  url.pathname = `/${database}`;
  return url.href;
}

/** Prepares a database as an administrator following docs/operating.md. */
async function prepare(administrator: string, name: string): Promise<string> {
  const { stdout, stderr } = await run(
    'psql',
    [
      '--no-psqlrc',
      ...['-v', `shop=${name}`, '-v', `database=${name}`],
      ...['-f', 'deploy/prepare-database.sql', urlOf(administrator, 'postgres')],
    ],
    { cwd: root, env: { PATH: process.env.PATH, SHOP_PASSWORD: `the password of ${name}` } },
  );
  expect(stderr).toBe('');
  return stdout;
}

/** The roles on the server, and whether they can do more than an ordinary role. */
const powers = `select rolname as role, rolsuper or rolcreaterole or rolcreatedb or rolbypassrls as powerful
  from pg_roles
  where rolname in ('shop', 'anon', 'authenticated', 'service_role', 'authenticator') order by 1`;

describe('a shop whose role has no power but over its own database', () => {
  const secretKey = 'sb_secret_for_tests_only';
  let directory: TemporaryDirectory;
  let shop: ShopProcess;
  const options = { auth: { persistSession: false, autoRefreshToken: false } };
  const client = async (headers: Record<string, string> = {}) => {
    const { publishableKey } = await (await fetch(`${shop.origin}/config.json`)).json();
    return createClient(shop.origin, publishableKey, { ...options, global: { headers } });
  };

  beforeAll(async () => {
    await prepare('main_role', 'shop');
    // The migrating role owns the tables; the serving role switches to it.
    await server.run(
      server.url,
      'create role serving login; grant shop to serving; alter role serving set role shop',
    );
    directory = await temporaryDirectory();
    shop = await startShopProcess({
      dataDir: directory.path,
      env: {
        DATABASE_URL: urlOf('serving', 'shop'),
        MIGRATION_DATABASE_URL: urlOf('shop', 'shop'),
        SUPABASE_SECRET_KEY: secretKey,
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
        RATE_LIMITS: 'off',
      },
    });
  });
  afterAll(async () => {
    await shop?.stop();
    await directory?.remove();
  });

  it('finds no role that is powerful, and makes none', async () => {
    const database = openPostgres({ connectionString: server.url, max: 1 });
    const { rows } = await database.query<{ powerful: boolean }>({ text: powers });
    await database.close();
    expect(rows).toHaveLength(5);
    expect(rows.filter(({ powerful }) => powerful)).toEqual([]);
  });

  it('can be prepared again', async () => {
    expect(await prepare('main_role', 'shop')).toContain('Ready');
  });

  it('lets the secret key do everything, and strangers nothing', async () => {
    const service = createClient(shop.origin, secretKey, options);
    const added = await service.from('contacts').insert({
      name: 'Ann',
      email: 'ann@mail.example',
      phone: '303 555 0142',
      message: 'Is it genuine?',
    });
    expect(added.error).toBeNull();
    expect((await service.from('contacts').select('name')).data).toEqual([{ name: 'Ann' }]);
    const deleted = await service.from('contacts').delete().eq('name', 'Ann').select('name');
    expect(deleted.data).toEqual([{ name: 'Ann' }]);
    expect((await service.from('audit_log').delete().neq('id', 0)).error?.code).toBe('42501');
    const made = await service.auth.admin.createUser({
      email: 'bea@mail.example',
      password: 'a long password for Bea',
      email_confirm: true,
    });
    expect(made.error).toBeNull();
    const stranger = await client();
    expect((await stranger.from('contacts').select()).data ?? []).toEqual([]);
    expect((await stranger.from('orders').select()).data).toEqual([]);
  });

  it('stores files for its owner and for the secret key', async () => {
    const owner = await client();
    expect((await owner.auth.signInWithPassword(admin)).error).toBeNull();
    const picture = await sharp({
      create: { width: 8, height: 8, channels: 3, background: '#b45' },
    })
      .png()
      .toBuffer();
    const service = createClient(shop.origin, secretKey, options);
    for (const [name, uploader] of Object.entries({ owner, service })) {
      const bucket = uploader.storage.from('uploads');
      const sent = await bucket.upload(`${name}.png`, picture, { contentType: 'image/png' });
      expect(sent.error).toBeNull();
      expect((await bucket.list()).data?.map((file) => file.name)).toContain(`${name}.png`);
      const { data } = bucket.getPublicUrl(`${name}.png`);
      expect((await fetch(data.publicUrl)).status).toBe(200);
    }
    const refused = await (await client()).storage.from('uploads').upload('x.png', picture);
    expect(refused.error).not.toBeNull();
  });

  it('sells by card and shows the order to its owner', async () => {
    const visitor = await client();
    const found = await visitor.from('products').select().eq('sold_out', false).limit(1).single();
    const { id, name, weight_type: weight } = found.data;
    const begun = await visitor.functions.invoke('create-checkout', {
      body: { items: [{ id, name, weight, price: 1, quantity: 2 }] },
    });
    expect(begun.error).toBeNull();
    expect((await sandboxClient(shop.sandbox, '').pay(begun.data.url)).status).toBe(303);
    const owner = await client();
    await owner.auth.signInWithPassword(admin);
    await vi.waitFor(
      async () => {
        const { data } = await owner.from('orders').select('name, payment_status');
        expect(data).toEqual([{ name: 'Ann Example', payment_status: 'paid' }]);
      },
      { timeout: 60_000, interval: 50 },
    );
  });
});

it('takes over a shop that a superuser has run', async () => {
  const source = await server.newDatabase();
  const target = urlOf('fourth', 'fourth');
  await prepare('main_role', 'fourth');
  const { path: directory, remove } = await temporaryDirectory();
  const transfer = (command: string, DATABASE_URL: string) => {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const env = { PATH, NODE_COMPILE_CACHE, DATABASE_URL, DATA_DIR: path.join(directory, 'data') };
    const args = [`scripts/${command}.ts`, path.join(directory, 'export')];
    return run(process.execPath, args, { cwd: root, env });
  };
  const paidOrder = `insert into orders (name, email, address, total_amount, payment_status, paid_at)
    values ('Ann', 'ann@mail.example', '1 Main St', 42, 'paid', now())`;
  try {
    const before = openPostgres({ connectionString: source, max: 1 });
    await migrate(before, [...backendFolders, shopFolder]);
    await before.query({ text: paidOrder });
    await before.close();
    await transfer('export', source);
    await transfer('import', target);
    const after = openPostgres({ connectionString: target, max: 1 });
    const { rows } = await after.runAs(
      { role: 'service_role', claims: null, headers: {} },
      { text: 'select total_amount::int as total, payment_status as status from orders' },
    );
    await after.close();
    expect(rows).toEqual([{ total: 42, status: 'paid' }]);
  } finally {
    await remove();
  }
});

describe('an address for migrations', () => {
  const open = async (databaseUrl: string) => {
    const config = readConfig({
      DATABASE_URL: databaseUrl,
      MIGRATION_DATABASE_URL: urlOf('third', 'third'),
    });
    const directory = await temporaryDirectory();
    try {
      const { database } = await openDatabase({ ...config, dataDir: directory.path }, root);
      await database.close();
    } finally {
      await directory.remove();
    }
  };
  beforeAll(async () => {
    await prepare('postgres', 'third');
    await server.run(
      server.url,
      'create role stranger login; grant connect on database third to stranger',
    );
  });

  it('refuses to serve as a role that does not own what was migrated', async () => {
    await expect(open(urlOf('stranger', 'third'))).rejects.toThrow(
      'DATABASE_URL: its user must be the one of MIGRATION_DATABASE_URL, or a member of it',
    );
  });

  it('refuses to serve another database', async () => {
    await expect(open(await server.newDatabase())).rejects.toThrow('lead to different databases');
  });
});

/**
 * Migrates as this role in two steps, like an upgrade; returns the tables that the service role
 * cannot use.
 */
async function upgrade(connectionString: string) {
  const database = openPostgres({ connectionString, max: 2 });
  const directory = await mkdtemp(path.join(tmpdir(), 'migrations-'));
  try {
    const files = (await readdir(shopFolder.directory)).sort();
    for (const file of files.slice(0, -3)) {
      await cp(path.join(shopFolder.directory, file), path.join(directory, file));
    }
    await migrate(database, [...backendFolders, { ...shopFolder, directory }]);
    const applied = await migrate(database, [...backendFolders, shopFolder]);
    const { rows } = await database.query<{ name: string }>({
      text: `select relname as name from pg_class c
        where relrowsecurity and has_table_privilege('service_role', c.oid, 'select')
          and not exists (select from pg_policy where polrelid = c.oid
            and 'service_role'::regrole = any (polroles))`,
    });
    return { applied: applied.length, stopped: rows };
  } finally {
    await database.close();
    await rm(directory, { recursive: true });
  }
}

it('upgrades as a role that a superuser has prepared', async () => {
  await prepare('postgres', 'second');
  expect(await upgrade(urlOf('second', 'second'))).toEqual({ applied: 3, stopped: [] });
});

it('makes the roles itself where the main role of a managed server starts it', async () => {
  const managed = await startPostgres();
  try {
    await managed.run(managed.url, 'create role main_role login createrole createdb');
    await managed.run(urlOf('main_role', 'postgres', managed.url), 'create database shop');
    const url = urlOf('main_role', 'shop', managed.url);
    expect(await upgrade(url)).toEqual({ applied: 3, stopped: [] });
    const database = openPostgres({ connectionString: url, max: 1 });
    const { rows } = await database.query({ text: powers });
    expect(rows).toEqual(
      ['anon', 'authenticated', 'authenticator', 'service_role'].map((role) => ({
        role,
        powerful: false,
      })),
    );
    await database.close();
  } finally {
    await managed.stop();
  }
});
