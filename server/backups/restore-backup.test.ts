import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Database } from '@liv-fit/backend/database';
import { openFileStore } from '@liv-fit/backend/storage';
import {
  type MovedObject,
  type ObjectFiles,
  ownFiles,
  TransferError,
} from '@liv-fit/backend/transfer';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startS3Server, storeKeys } from '#tests/fixtures/s3-server.ts';
import { type TemporaryDirectory, temporaryDirectory } from '#tests/fixtures/shop-process.ts';
import { testDatabases } from '#tests/rls/test-databases.ts';
import { listBackups, secretsFileName } from './backup-name.ts';
import { type BackupPlace, openBackupPlace, type S3Access } from './backup-place.ts';
import { type BackedUpShop, storeBackup, withArchive } from './make-backup.ts';
import { restoreBackup, withBackup } from './restore-backup.ts';
import { readShopSecrets, storeShopSecrets } from './shop-secrets.ts';

const product = '30000000-0000-4000-8000-000000000001';
const picture = 'the bytes of a picture';
const place = { databaseUrl: null, hosted: null, authenticitySecret: 'set in the environment' };
const customer = '50000000-0000-4000-8000-000000000001';
const names = ['signing_keys', 'something_else', 'authenticity_secret'];

describe.each(testDatabases)('a backup of a shop on $name', (testDatabase) => {
  let scratch: TemporaryDirectory;
  let store: Awaited<ReturnType<typeof startS3Server>>;
  let access: S3Access;
  let shop: BackedUpShop;
  let fresh: Database;
  let keys: { identity: string; recipient: string };

  beforeAll(async () => {
    scratch = await temporaryDirectory();
    store = await startS3Server('backups');
    access = {
      ...storeKeys,
      endpoint: store.endpoint,
      region: 'us-east-1',
      forcePathStyle: true,
    };
    const identity = await generateX25519Identity();
    keys = { identity, recipient: await identityToRecipient(identity) };
    const dataDir = path.join(scratch.path, 'shop');
    await mkdir(path.join(dataDir, 'secrets'), { recursive: true });
    await writeFile(path.join(dataDir, 'secrets/signing_keys'), 'keys of the shop');
    await writeFile(path.join(dataDir, 'secrets/signing_keys.0a-draft'), 'half a draft');
    await writeFile(path.join(dataDir, 'secrets/something_else'), 'else');
    const database = await testDatabase.openMigrated();
    const files = await openFiles(dataDir);
    await fill(database, files);
    shop = {
      database,
      files,
      dataDir,
      recipient: null,
      secrets: () => readShopSecrets({ ...place, dataDir }, database),
      report: (message) => {
        throw new Error(message);
      },
    };
    fresh = await testDatabase.openMigrated();
  });
  afterAll(async () => {
    await Promise.all([shop?.database.close(), fresh?.close(), store?.stop()]);
    await scratch?.remove();
  });

  async function openFiles(dataDir: string): Promise<ObjectFiles> {
    const directory = path.join(dataDir, 'storage');
    await mkdir(path.join(directory, 'incoming'), { recursive: true });
    return ownFiles(await openFileStore({ directory, s3: null }), path.join(directory, 'incoming'));
  }

  async function fill(database: Database, files: ObjectFiles): Promise<void> {
    const connection = await database.connect();
    await connection.exec(`
      insert into public.products (id, name, price, weight_type, stock)
        values ('${product}', 'Pure Resin', 40, '30g', 1);
      insert into public.contacts (name, email, phone, message)
        values ('Ann', 'ann@mail.example', '1', 'Hello');
      insert into private.email_outbox (dedupe_key, recipient, subject, html, text)
        values ('waiting', 'ann@mail.example', 'Thank you', 'x', 'x');
      insert into private.erasures (account_id, under_way) values ('${customer}', true);
      insert into storage.buckets (id, name, public) values ('pictures', 'pictures', true)
        on conflict do nothing;
      insert into storage.objects (bucket_id, name, metadata)
        values ('pictures', 'jar.png', '{"size": 22, "mimetype": "image/png"}');
    `);
    const { rows } = await connection.query<{ id: string }>({
      text: 'select id from storage.objects',
    });
    connection.release();
    const source = path.join(scratch.path, 'picture');
    await writeFile(source, picture);
    const object = { bucket_id: 'pictures', name: 'jar.png', version: null };
    for (const { id } of rows) {
      await files.write({ ...object, id, metadata: null, user_metadata: null }, source);
    }
  }

  const backUp = async (place: BackupPlace, recipient: string | null) => {
    await withArchive({ ...shop, recipient }, (archive) => storeBackup(place, archive));
    const [backup] = listBackups(await place.list());
    return backup?.name ?? '';
  };
  const look = (address: string, identity: string | null = null) =>
    withBackup(
      { address, s3: access, identity, workDirectory: path.join(scratch.path, 'work') },
      async (found) => found,
    );
  const inFolder = (name: string) => openBackupPlace(path.join(scratch.path, name), null);

  it('fills a shop from a store, which then waits and tells nothing twice', async () => {
    const address = 's3://backups/of/shop';
    const backups = await openBackupPlace(address, access);
    await backUp(backups, keys.recipient);
    const empty = path.join(scratch.path, 'empty');
    const later = [1, 2].map((hours) => new Date(Date.now() + hours * 3_600_000));
    for (const at of later) {
      await writeFile(empty, '');
      await backups.keep(`livfit-erased-${at.getTime()}-${customer}`, empty);
    }
    const files = await openFiles(path.join(scratch.path, 'fresh'));
    const source = { address, s3: access, identity: keys.identity, workDirectory: scratch.path };
    await withBackup(source, async (backup) => {
      expect(backup.secrets.names).toEqual(names);
      const filled = {
        ...place,
        dataDir: path.join(scratch.path, 'fresh'),
        authenticitySecret: null,
      };
      await storeShopSecrets(filled, fresh, backup.secrets.values ?? {});
      expect(await readShopSecrets(filled, fresh)).toEqual({
        authenticity_secret: 'set in the environment',
        signing_keys: 'keys of the shop',
        something_else: 'else',
      });
      await restoreBackup(backup, { database: fresh, files, report: expect.unreachable });
    });
    const all = async (text: string) => (await fresh.query({ text })).rows;
    expect(await all('select name from products')).toEqual([{ name: 'Pure Resin' }]);
    expect(await all('select message from contacts')).toEqual([{ message: 'Hello' }]);
    expect(await all('select status, last_error from private.email_outbox')).toEqual([
      {
        status: 'failed',
        last_error: 'It waited when the backup was made, and may have been sent since.',
      },
    ]);
    // Its deletion had not ended when the backup was made.
    expect(await all('select account_id, erased_at, under_way from private.erasures')).toEqual([
      { account_id: customer, erased_at: later[1], under_way: false },
    ]);
    expect(await all('select contact_id from private.contact_notices')).toEqual([]);
    expect(await all('select product_id from private.told_low_stock')).toEqual([
      { product_id: product },
    ]);
    expect(await all('select kind, closed_at from incidents')).toEqual([
      { kind: 'restore_unconfirmed', closed_at: null },
    ]);
    const objects = await fresh.query<MovedObject>({ text: 'select * from storage.objects' });
    const contents = objects.rows.map(async (object) => {
      const stored = await files.read(object);
      return stored && (await buffer(stored)).toString();
    });
    expect(await Promise.all(contents)).toEqual([picture]);
  });

  it('is refused where it is damaged anywhere', async () => {
    const place = await inFolder('damaged');
    const name = await backUp(place, keys.recipient);
    const file = path.join(place.address, name);
    const whole = await readFile(file);
    const { content } = await look(place.address, keys.identity);
    expect(content.files.count).toBe(1);
    const damages = {
      'one bit': Buffer.from(whole).fill((whole.at(900) ?? 0) ^ 1, 900, 901),
      'its end': whole.subarray(0, -100),
      everything: Buffer.alloc(0),
    };
    for (const damaged of Object.values(damages)) {
      await writeFile(file, damaged);
      await expect(look(file, keys.identity)).rejects.toThrow(TransferError);
    }
    await writeFile(file, whole);
    await writeFile(path.join(place.address, secretsFileName(name)), 'no secrets');
    await expect(look(file, keys.identity)).rejects.toThrow('secrets cannot be read');
  });

  it('without encryption is refused if damaged, and names the secrets it lacks', async () => {
    const place = await inFolder('readable');
    const name = await backUp(place, null);
    const file = path.join(place.address, name);
    const whole = await readFile(file);
    expect((await look(place.address)).secrets).toEqual({
      values: null,
      names,
    });
    expect(whole.includes('keys of the shop')).toBe(false);
    expect(await place.list()).toEqual([name]);
    for (const damaged of [
      whole.subarray(0, -100),
      Buffer.from(whole).fill((whole[2_000] ?? 0) ^ 1, 2_000, 2_001),
    ]) {
      await writeFile(file, damaged);
      await expect(look(file)).rejects.toThrow(TransferError);
    }
  });

  it('that is encrypted needs its key', async () => {
    const place = await inFolder('encrypted');
    await backUp(place, keys.recipient);
    await expect(look(place.address)).rejects.toThrow('is encrypted: name the file of its key');
    const other = await generateX25519Identity();
    await expect(look(place.address, other)).rejects.toThrow('The backup cannot be read');
  });

  it('is reported as missing if there is none', async () => {
    await expect(look(path.join(scratch.path, 'missing'))).rejects.toThrow('does not exist');
    await expect(look(scratch.path)).rejects.toThrow('There is no backup in');
    await expect(look('s3://backups/elsewhere')).rejects.toThrow('There is no backup in');
  });
});
