import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { Worker } from 'node:worker_threads';
import { TransferError } from '@liv-fit/backend/transfer';
import type { PackOrder } from './pack-export.ts';

/**
 * Packs an export's folder into a single new file, encrypted to an age public key if one is given.
 */
export async function packExport(order: PackOrder, signal?: AbortSignal): Promise<void> {
  const worker = new Worker(new URL('./pack-export.ts', import.meta.url), {
    workerData: order,
    execArgv: ['--no-warnings'],
  });
  const stop = () => worker.terminate();
  signal?.addEventListener('abort', stop);
  try {
    await new Promise<void>((resolve, reject) => {
      worker.once('error', reject);
      worker.once('exit', (code) => {
        if (code === 0) resolve();
        else reject(signal?.reason ?? new Error('The backup was not packed.'));
      });
    });
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/**
 * Unpacks a backup into an empty folder. Throws TransferError if the file is damaged or not
 * encrypted to the given key (`AGE-SECRET-KEY-1…`).
 */
export async function unpackExport(
  file: string,
  directory: string,
  identity: string | null,
): Promise<void> {
  const { extract } = await import('tar');
  const source = createReadStream(file);
  try {
    const packed = identity === null ? source : await decrypt(source, identity);
    await pipeline(packed, extract({ cwd: directory, strict: true }));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TransferError(`The backup cannot be read: ${reason}`, { cause: error });
  } finally {
    source.destroy();
  }
}

async function decrypt(source: Readable, identity: string): Promise<Readable> {
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const decrypted = await decrypter.decrypt(Readable.toWeb(source) as ReadableStream<Uint8Array>);
  return Readable.fromWeb(decrypted as WebStream);
}
