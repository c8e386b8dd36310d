/**
 * Worker thread: one PGlite, driven by messages in PostgreSQL's wire protocol. It prepares
 * everything, and opens its files on `open`. From then on each message is answered with everything
 * PGlite replies; `close` closes the files and ends the thread.
 */
import { once } from 'node:events';
import { readlinkSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { MemoryFS, PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { loadExtensions, pgliteOptions } from './pglite-options.ts';
import { makeNewFilesPrivate } from './private-files.ts';

export interface PgliteWorkerData {
  /** The folder with the database's files; left out, the database is in memory. */
  dataDir?: string | undefined;
  /** What an in-memory database starts from. */
  image?: Blob | undefined;
  /** Names of contrib modules to load besides the usual ones. */
  extensions: readonly string[];
}

export type PgliteWorkerMessage = { ready: true; thread: string | null } | Uint8Array;

const port = parentPort;
if (!port) throw new Error('This file runs as a worker thread.');
const { dataDir, image, extensions } = workerData as PgliteWorkerData;

const opened = once(port, 'message');

type Prepared = Awaited<ReturnType<MemoryFS['init']>>;

/** Compiles the code of extensions when first called rather than on every start: pgcrypto alone is 4 MB. */
const compileLater = ({ emscriptenOpts }: Prepared): Prepared => ({
  emscriptenOpts: { ...emscriptenOpts, noWasmDecoding: true },
});

/** The last step before PGlite opens its files; another thread may still be using them. */
class WaitingFiles extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>) {
    return compileLater(await super.init(pg, options));
  }

  override async initialSyncFs(): Promise<void> {
    await opened;
  }
}

class Memory extends MemoryFS {
  override async init(...[pg, options]: Parameters<MemoryFS['init']>) {
    return compileLater(await super.init(pg, options));
  }
}

makeNewFilesPrivate();
const pglite = await PGlite.create({
  ...pgliteOptions,
  extensions: { ...pgliteOptions.extensions, ...(await loadExtensions(extensions)) },
  fs: dataDir === undefined ? new Memory() : new WaitingFiles(dataDir),
  ...(image && { loadDataDir: image }),
});

port.on('message', async (message: Uint8Array | 'close') => {
  if (message === 'close') {
    await pglite.close();
    port.close();
    return;
  }
  const parts: Uint8Array[] = [];
  await pglite.execProtocolRawStream(message, {
    syncToFs: false,
    // The bytes are in PGlite's own memory and get overwritten by its next answer.
    onRawData: (bytes) => parts.push(bytes.slice()),
  });
  const answer = parts.length === 1 && parts[0] ? parts[0] : concat(parts);
  port.postMessage(answer, [answer.buffer as ArrayBuffer]);
});
port.postMessage({ ready: true, thread: ownThread() });

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/** The file where Linux reports this thread's CPU time. */
function ownThread(): string | null {
  try {
    return `/proc/${readlinkSync('/proc/thread-self')}/stat`;
  } catch {
    return null;
  }
}
