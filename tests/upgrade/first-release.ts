import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { backendFolders } from '@liv-fit/backend/migrate';
import { openPostgres } from '@liv-fit/backend/postgres';

const read = (name: string) =>
  readFile(new URL(`../fixtures/first-release/${name}`, import.meta.url));

export const admin = { email: 'owner@shop.example', password: 'kept since the first release' };
export const customer = { email: 'ann@mail.example', password: 'a password of the first release' };

/** Unpacks the first release's data directory into an empty one. */
export async function unpackDataDirectory(directory: string): Promise<void> {
  const tar = spawn('tar', ['-x', '-C', directory], { stdio: ['pipe', 'ignore', 'inherit'] });
  tar.stdin.end(zstdDecompressSync(await read('data.tar.zst')));
  const [code] = await once(tar, 'close');
  if (code !== 0) throw new Error(`tar ended with ${code}`);
}

/** Restores the first release's database, including roles, into an empty one. */
export async function restoreDump(connectionString: string): Promise<void> {
  const database = openPostgres({ connectionString, max: 1 });
  const connection = await database.connect();
  const base = backendFolders.find(({ history }) => history === 'base')?.directory ?? '';
  await connection.exec(await readFile(join(base, '00000000000001_create_roles.sql'), 'utf8'));
  await connection.exec((await read('dump.sql')).toString());
  connection.release();
  await database.close();
}
