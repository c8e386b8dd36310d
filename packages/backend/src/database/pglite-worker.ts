/**
 * Worker thread: one PGlite, spoken to in messages of PostgreSQL's wire protocol. It prepares
 * everything and opens its files when told `open`. From then on a message is answered with all that
 * PGlite says to it; `close` closes the files and ends the thread.
 */
import { once } from 'node:events';
import { readlinkSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { MemoryFS, PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { loadExtensions, pgliteOptions } from './pglite-options.ts';
import { keepNewFilesPrivate } from './private-files.ts';

export interface PgliteWorkerData {
  /** The folder of the database's files; in memory without it. */
  dataDir?: string | undefined;
  /** What a database in memory starts from. */
  image?: Blob | undefined;
  /** Names of contrib modules beside the usual ones. */
  extensions: readonly string[];
}

export type PgliteWorkerMessage = { ready: true; thread: string | null } | Uint8Array;

const port = parentPort;
if (!port) throw new Error('This file runs as a worker thread.');
const { dataDir, image, extensions } = workerData as PgliteWorkerData;

const opened = once(port, 'message');

type Prepared = Awaited<ReturnType<MemoryFS['init']>>;

/** Extensions' code is compiled when first called, not with every opening: pgcrypto is 4 MB of it. */
const compileLater = ({ emscriptenOpts }: Prepared): Prepared => ({
  emscriptenOpts: { ...emscriptenOpts, noWasmDecoding: true },
});

/** The last step before PGlite looks at its files; another thread may still be at them. */
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

keepNewFilesPrivate();
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
    // The bytes lie in PGlite's own memory and are overwritten by its next answer.
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

/** Where Linux tells how much this thread has worked. */
function ownThread(): string | null {
  try {
    return `/proc/${readlinkSync('/proc/thread-self')}/stat`;
  } catch {
    return null;
  }
}
