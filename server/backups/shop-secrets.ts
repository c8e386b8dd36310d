import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { createFileSecretStore, secretNames } from '@liv-fit/backend/access';
import type { Database } from '@liv-fit/backend/database';
import { TransferError } from '@liv-fit/backend/transfer';
import { z } from 'zod';
import type { Config } from '#server/env.ts';
import { openSecrets } from '#server/setup/open-secrets.ts';

/** By name: what the shop generated once and can't generate again. */
export type ShopSecrets = Record<string, string>;

type Place = Pick<Config, 'databaseUrl' | 'dataDir' | 'hosted' | 'authenticitySecret'>;

const folderOf = ({ dataDir }: Place) => path.join(dataDir, 'secrets');
/** Not the drafts next to them, whose names continue with a dot. */
const secretName = /^[\w-]+$/;

/**
 * Reads the installation's secrets, wherever they are stored, and anything else in
 * DATA_DIR/secrets. With an embedded database, no `database` is needed.
 */
export async function readShopSecrets(
  place: Place,
  database: Database | null,
): Promise<ShopSecrets> {
  const secrets: ShopSecrets = {};
  const folder = createFileSecretStore(folderOf(place));
  for (const name of await readdir(folderOf(place)).catch(() => [])) {
    const value = secretName.test(name) ? await folder.read(name) : null;
    if (value !== null) secrets[name] = value;
  }
  // Printed unit codes can't be recognized without it, wherever it is set.
  if (place.authenticitySecret) secrets.authenticity_secret = place.authenticitySecret;
  if (!database || !place.databaseUrl || place.hosted) return secrets;
  if (!(await hasSecrets(database))) return secrets;
  const store = openSecrets(place, database);
  for (const name of secretNames) {
    const value = await store.read(name);
    if (value !== null) secrets[name] = value;
  }
  return secrets;
}

async function hasSecrets(database: Database): Promise<boolean> {
  const { rows } = await database.query<{ found: boolean }>({
    text: `select to_regclass('backend.secrets') is not null as found`,
  });
  return rows[0]?.found ?? false;
}

/** Stores the secrets that the shop does not have yet. */
export async function storeShopSecrets(
  place: Place,
  database: Database,
  secrets: ShopSecrets,
): Promise<void> {
  const installation = openSecrets(place, database);
  const folder = createFileSecretStore(folderOf(place));
  for (const [name, value] of Object.entries(secrets)) {
    if (name === 'authenticity_secret' && place.authenticitySecret) continue;
    const isOfInstallation = secretNames.some((known) => known === name);
    if (isOfInstallation && place.hosted) continue;
    await (isOfInstallation ? installation : folder).keep(name, () => value);
  }
}

const stored = z.object({
  format: z.literal(1),
  secrets: z.record(z.string().regex(secretName), z.string()),
});

/** Always encrypted: anyone who has these can sign in as anybody. */
export async function encryptSecrets(secrets: ShopSecrets, recipient: string): Promise<Uint8Array> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return encrypter.encrypt(JSON.stringify({ format: 1, secrets } satisfies z.input<typeof stored>));
}

/** Throws TransferError if they are damaged or encrypted to another key. */
export async function decryptSecrets(file: Uint8Array, identity: string): Promise<ShopSecrets> {
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  try {
    return stored.parse(JSON.parse(await decrypter.decrypt(file, 'text'))).secrets;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TransferError(`The shop's secrets cannot be read: ${reason}`, { cause: error });
  }
}
