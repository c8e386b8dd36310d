import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StorageClient } from '@supabase/storage-js';
import sharp from 'sharp';
import { createAuthenticator } from '../access/authenticate-request.ts';
import { loadSecrets } from '../access/load-secrets.ts';
import { createTokenSigner } from '../access/token-signer.ts';
import { type Backend, createBackend } from '../backend.ts';
import type { Database } from '../database/database.ts';
import { backendFolders } from '../migrate/backend-folders.ts';
import { migrate } from '../migrate/migrate.ts';
import type { S3Settings } from './files/s3-file-store.ts';
import { type OpenedStorage, openStorage } from './open-storage.ts';

export const ORIGIN = 'http://files.example';

/** The official client and the service behind it. */
export interface Harness {
  database: Database;
  storage: OpenedStorage;
  backend: Backend;
  directory: string;
  /** With the secret key. */
  service: StorageClient;
  /** With only the publishable key. */
  anonymous: StorageClient;
  /** Signed in as the user with that id. */
  user(id: string): Promise<StorageClient>;
  /** Sends a plain request, with a key if one is named. */
  call(path: string, init?: RequestInit & { key?: 'service' | 'anonymous' }): Promise<Response>;
  secretKey: string;
  publishableKey: string;
  /** Counts stored files and staged files. */
  countFiles(): Promise<{ objects: number; incoming: number }>;
  /** Unexpected errors; a test must end without any. */
  errors: unknown[];
  close(): Promise<void>;
}

const auth = { isKeyless: () => false, fetch: async () => new Response() };

export async function openHarness(
  database: Database,
  options: {
    s3?: S3Settings;
    policies?: string;
    largestObject?: number;
    stripPublic?: boolean;
    stripAlso?: readonly string[];
  } = {},
): Promise<Harness> {
  await migrate(database, backendFolders);
  if (options.policies) {
    const connection = await database.connect();
    await connection.exec(options.policies);
    connection.release();
  }
  const { signingKeys, storageUrlKey, ...keys } = await loadSecrets({
    keep: async (_name, generate) => generate(),
  });
  const signer = await createTokenSigner({ keys: signingKeys, acceptIssuer: () => true });
  const directory = await mkdtemp(join(tmpdir(), 'files-'));
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const storage = await openStorage({
    database,
    directory,
    s3: options.s3 ?? null,
    urlKey: storageUrlKey,
    ...(options.largestObject ? { largestObject: options.largestObject } : {}),
    ...(options.stripPublic ? { stripPublic: true } : {}),
    ...(options.stripAlso ? { stripAlso: options.stripAlso } : {}),
    onError,
  });
  const backend = await createBackend({
    database,
    authenticator: createAuthenticator({ keys, verifyToken: (token) => signer.verify(token) }),
    auth,
    storage,
    onError,
  });
  const send = async (input: RequestInfo | URL, init?: RequestInit) =>
    backend.fetch(new Request(input, init));
  const client = (key: string, token = key) =>
    new StorageClient(
      `${ORIGIN}/storage/v1`,
      { apikey: key, authorization: `Bearer ${token}` },
      send as typeof fetch,
    );
  return {
    database,
    storage,
    backend,
    directory,
    errors,
    secretKey: keys.secretKey,
    publishableKey: keys.publishableKey,
    service: client(keys.secretKey),
    anonymous: client(keys.publishableKey),
    async user(id) {
      const now = Math.floor(Date.now() / 1000);
      const token = await signer.sign({
        iss: ORIGIN,
        sub: id,
        aud: 'authenticated',
        role: 'authenticated',
        exp: now + 600,
      });
      return client(keys.publishableKey, token);
    },
    call(path, { key, ...init } = {}) {
      const request = new Request(`${ORIGIN}/storage/v1${path}`, init);
      if (key) {
        request.headers.set('apikey', key === 'service' ? keys.secretKey : keys.publishableKey);
      }
      return backend.fetch(request);
    },
    async countFiles() {
      const count = async (folder: string) => {
        const found = await readdir(join(directory, folder), {
          recursive: true,
          withFileTypes: true,
        }).catch(() => []);
        return found.filter((entry) => entry.isFile()).length;
      };
      return { objects: await count('objects'), incoming: await count('incoming') };
    },
    async close() {
      await backend.close();
      await database.close();
      await rm(directory, { recursive: true });
    },
  };
}

/** An image with a gradient, so that encoders have something to do. */
export async function drawImage(
  format: 'png' | 'jpeg' | 'webp' | 'avif' | 'gif',
  width = 64,
  height = 48,
): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = (at * 7 + (at >> 8)) & 255;
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .withExif({ IFD0: { Copyright: 'somebody at home' } })
    .toFormat(format)
    .toBuffer();
}
