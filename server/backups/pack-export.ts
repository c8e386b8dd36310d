/**
 * Worker thread: packs an export's folder into one file, encrypted to an age public key if one is
 * given. Either the whole file exists in the end or the thread fails. It is a separate thread
 * because packing and encrypting keep a processor busy as long as there are files.
 */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { workerData } from 'node:worker_threads';
import { createGzip } from 'node:zlib';
import { Encrypter } from 'age-encryption';
import { create } from 'tar';

export interface PackOrder {
  /** The export's folder. */
  directory: string;
  file: string;
  /** An age public key; null leaves the file unencrypted. */
  recipient: string | null;
}

const { directory, file, recipient } = workerData as PackOrder;
const entries = ['manifest.json', 'secrets.json', 'tables', 'files'];
const packed = Readable.from(create({ cwd: directory, portable: true }, entries));
const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
if (recipient === null) await pipeline(packed, createGzip(), target);
else {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const compressed = packed.pipe(createGzip());
  packed.on('error', (error) => compressed.destroy(error));
  const encrypted = await encrypter.encrypt(
    Readable.toWeb(compressed) as ReadableStream<Uint8Array>,
  );
  await pipeline(Readable.fromWeb(encrypted as WebStream), target);
}
