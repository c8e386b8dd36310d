import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openData, readProject, serveProject } from '@liv-fit/backend/project';
import { createClient } from '@supabase/supabase-js';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import packageJson from '#package.json' with { type: 'json' };
import { startHostedDatabase } from '#tests/fixtures/hosted-project.ts';
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

/** Moves a complete shop as an owner does: with the commands, between real shops. */
const root = new URL('../..', import.meta.url).pathname;
const run = promisify(execFile);
const secretKey = 'sb_secret_for_tests_only';
const admin = { email: 'owner@mail.example', password: 'the password of the owner' };
const customer = { email: 'customer@mail.example', password: 'a password of years ago' };

let scratch: TemporaryDirectory;
let migrated: TemporaryDirectory;
let server: MigratedPostgres;
let picture: Buffer;
/** Folders of the exports. */
let first: string;
let second: string;
let third: string;
beforeAll(async () => {
  [scratch, migrated] = await Promise.all([temporaryDirectory(), migratedDirectory()]);
  [first, second, third] = ['first', 'second', 'third'].map((name) => join(scratch.path, name)) as [
    string,
    string,
    string,
  ];
  picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#b45' } })
    .png()
    .toBuffer();
  server = await startMigratedPostgres();
});
afterAll(async () => {
  await server?.stop();
  await Promise.all([scratch.remove(), migrated.remove()]);
});

interface Place {
  dataDir: string;
  env: Record<string, string>;
}
const place = (name: string, env: Record<string, string> = {}): Place => ({
  dataDir: join(scratch.path, name),
  env: {
    LOG_LEVEL: 'warn',
    SUPABASE_SECRET_KEY: secretKey,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    ...env,
  },
});

/** Runs `npm run export` or `import` with that shop's environment. */
async function transfer(
  command: 'export' | 'import',
  at: Place,
  directory: string,
  ...more: string[]
) {
  const [, ...args] = packageJson.scripts[command].replace('exec ', '').split(' ');
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { ...at.env, PATH, NODE_COMPILE_CACHE, DATA_DIR: at.dataDir };
  return run(process.execPath, [...pgliteFlags, ...args, directory, ...more], {
    cwd: root,
    env,
  });
}

async function open<T>(at: Place, work: (shop: ShopProcess) => Promise<T>): Promise<T> {
  const shop = await startShopProcess({ dataDir: at.dataDir, env: at.env });
  try {
    return await work(shop);
  } finally {
    await shop.stop();
  }
}

const options = { auth: { persistSession: false, autoRefreshToken: false } };
async function signIn(shop: ShopProcess, account: typeof admin) {
  const { publishableKey } = await (await fetch(`${shop.origin}/config.json`)).json();
  return signInAt(shop.origin, publishableKey, account);
}

async function signInAt(url: string, publishableKey: string, account: typeof admin) {
  const client = createClient(url, publishableKey, {
    auth: { ...options.auth, storageKey: account.email },
  });
  const { error } = await client.auth.signInWithPassword(account);
  expect(error).toBeNull();
  return client;
}

/** Everything in an export, to compare it with another. */
async function readExport(directory: string) {
  const contents: Record<string, unknown> = {};
  for (const name of (await readdir(directory, { recursive: true })).sort()) {
    if (name.endsWith('.jsonl')) {
      const lines = (await readFile(join(directory, name), 'utf8')).trimEnd().split('\n');
      contents[name] = lines.sort();
    } else if (name.startsWith('files/')) {
      contents[name] = (await readFile(join(directory, name))).toString('base64');
    }
  }
  return contents;
}

it('moves from the embedded database to PostgreSQL and back without loss', async () => {
  const source = { ...place('source'), dataDir: migrated.path };
  const onServer = place('on-server', { DATABASE_URL: await server.newMigratedDatabase() });
  const back = place('back');

  await open(source, async (shop) => {
    const service = createClient(shop.origin, secretKey, options);
    const made = await service.auth.admin.createUser({
      ...customer,
      email_confirm: true,
      user_metadata: { full_name: 'Zoë O’Hara' },
    });
    expect(made.error).toBeNull();
    const owner = await signIn(shop, admin);
    const sent = await owner.storage
      .from('uploads')
      .upload('articles/jar.png', picture, { contentType: 'image/png', cacheControl: '31536000' });
    expect(sent.error).toBeNull();
    const mine = await signIn(shop, customer);
    const written = await mine.from('contacts').insert({
      name: 'Zoë',
      email: customer.email,
      phone: '+1 555 010 0100',
      message: 'two\nlines, "quotes" and \\ a backslash',
    });
    expect(written.error).toBeNull();
    // Only one process can open the embedded database.
    await expect(transfer('export', source, first)).rejects.toThrow('in use');
  });

  await transfer('export', source, first);
  await expect(transfer('export', source, first)).rejects.toThrow('is not empty');
  await expect(transfer('import', source, first)).rejects.toThrow('The database is not empty');
  await expect(transfer('import', onServer, third)).rejects.toThrow('holds no finished export');

  // A damaged export is refused before the target shop is even opened.
  const damaged = join(scratch.path, 'damaged');
  await cp(first, damaged, { recursive: true });
  const [file = ''] = await readdir(join(damaged, 'files'));
  await rm(join(damaged, 'files', file));
  await rm(join(damaged, 'tables', 'public.products.jsonl'));
  const untouched = place('untouched');
  for (const option of [[], ['--check']]) {
    const refused = transfer('import', untouched, damaged, ...option);
    await expect(refused).rejects.toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /damaged; nothing was changed(.|\n)*public\.products\.jsonl is missing(.|\n)*files\/\S+ is missing/,
      ),
    });
  }
  const checked = await transfer('import', untouched, first, '--check');
  expect(checked.stdout).toMatch(/is whole: \d+ rows and 10 files/);
  expect(existsSync(untouched.dataDir)).toBe(false);

  await transfer('import', onServer, first);
  await transfer('export', onServer, second);
  expect(await readExport(second)).toEqual(await readExport(first));

  await open(onServer, expectEverything);

  await transfer('import', back, second);
  await transfer('export', back, third);
  expect(await readExport(third)).toEqual(await readExport(first));

  // The other ways named in docs/operating.md: copying the folder, dumping the database.
  const copied = place('copied');
  await cp(source.dataDir, copied.dataDir, { recursive: true });
  await open(copied, expectEverything);
  const { DATABASE_URL: dumped = '' } = onServer.env;
  const restored = place('restored', { DATABASE_URL: await server.copyByDump(dumped) });
  await cp(join(onServer.dataDir, 'storage'), join(restored.dataDir, 'storage'), {
    recursive: true,
  });
  await open(restored, expectEverything);
}, 300_000);

/** The accounts, rows and files of the shop the tests start with. */
async function expectEverything(shop: ShopProcess): Promise<void> {
  await signIn(shop, customer);
  const owner = await signIn(shop, admin);
  const listed = await owner.storage.from('uploads').list('articles');
  expect(listed.data?.map(({ name }) => name)).toEqual(['jar.png']);
  const { data } = owner.storage.from('uploads').getPublicUrl('articles/jar.png');
  const shown = await fetch(data.publicUrl);
  expect(Buffer.from(await shown.arrayBuffer()).equals(picture)).toBe(true);
  const contacts = await owner.from('contacts').select('message');
  expect(contacts.data).toEqual([{ message: 'two\nlines, "quotes" and \\ a backslash' }]);
  await expectSearched(owner);
}

/** The search index is not in an export, so it must have been rebuilt. */
async function expectSearched(client: Awaited<ReturnType<typeof signInAt>>): Promise<void> {
  const { data } = await client.rpc('search_shop', { words: 'safron' });
  expect(data).toMatchObject([{ title: 'Shilajit and Saffron Resin' }]);
}

it('moves to a hosted project, whose own interfaces take accounts and files', async () => {
  const database = await startHostedDatabase();
  const data = await openData({ databaseUrl: database.adminUrl });
  const project = await serveProject({
    project: { ...(await readProject(root, {})), migrate: false, seeds: [] },
    data,
    host: '127.0.0.1',
    port: 0,
    keys: {},
    keylessAnonymous: false,
    rateLimits: 'off',
    report: () => {},
  });
  try {
    const hosted = place('hosted', {
      DATABASE_URL: database.ownerUrl,
      SUPABASE_URL: project.url,
      SUPABASE_PUBLISHABLE_KEY: project.publishableKey,
      SUPABASE_SECRET_KEY: project.secretKey,
    });
    await transfer('import', hosted, first);
    const again = join(scratch.path, 'from-hosted');
    await transfer('export', hosted, again);
    const [before, after] = [await readExport(first), await readExport(again)];
    for (const name of Object.keys(before)) {
      // The project names its files itself and stores the names in their rows; it also has its own
      // settings.
      if (/storage\.objects|private\.settings/.test(name)) continue;
      expect(after[name], name).toEqual(before[name]);
    }
    await signInAt(project.url, project.publishableKey, customer);
    const owner = await signInAt(project.url, project.publishableKey, admin);
    await expectSearched(owner);
    const kept = await owner.storage.from('uploads').info('articles/jar.png');
    expect(kept.data).toMatchObject({
      contentType: 'image/png',
      cacheControl: 'max-age=31536000',
      size: picture.length,
    });
  } finally {
    await project.close();
    await data.close();
    await database.stop();
  }
}, 300_000);
