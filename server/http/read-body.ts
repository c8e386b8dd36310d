import type { BodyRoom } from './body-memory.ts';

/**
 * Reads a body, with or without Content-Length; null when it is longer than `maxBytes`. The rest of
 * a body that is too long is left unread: the server drains it after the answer.
 */
export async function readBody(request: Request, maxBytes: number): Promise<Buffer | null> {
  const announced = request.headers.get('content-length');
  if (Number(announced ?? 0) > maxBytes) return null;
  // Node delivers no more than Content-Length, and reading it at once costs a fraction of
  // streaming.
  if (announced !== null) return Buffer.from(await request.arrayBuffer());
  const bytes = await readChunks(request, maxBytes);
  return bytes === 'no_room' ? null : bytes;
}

/** As `readBody`, of a body that may be large. Nothing of it is kept where the memory has no room for it. */
export async function readLargeBody(
  request: Request,
  maxBytes: number,
  room: BodyRoom,
): Promise<Buffer | 'no_room' | null> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return null;
  const bytes = await readChunks(request, maxBytes, room);
  room.arrived();
  return bytes;
}

/** A chunk of few bytes takes as much beside them. */
const leastCounted = 512;

async function readChunks(
  request: Request,
  maxBytes: number,
  room?: BodyRoom,
): Promise<Buffer | 'no_room' | null> {
  const reader = request.body?.getReader();
  if (!reader) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Asked for once: what waits for it with each chunk would keep the chunk.
  let giveUp = () => {};
  let isGivenUp = false;
  room?.givenUp.then(() => {
    isGivenUp = true;
    giveUp();
  });
  const readNext = () =>
    new Promise<Awaited<ReturnType<typeof reader.read>> | null>((resolve, reject) => {
      giveUp = () => resolve(null);
      reader.read().then(resolve, reject);
    });
  for (;;) {
    const next = await (room ? readNext() : reader.read());
    if (!next || isGivenUp) return 'no_room';
    if (next.done) return Buffer.concat(chunks, length);
    length += next.value.byteLength;
    if (length > maxBytes) return null;
    if (room && !room.take(Math.max(next.value.byteLength, leastCounted))) return 'no_room';
    chunks.push(next.value);
  }
}

const brokenOff = new Set(['aborted', 'Client connection prematurely closed.']);

/**
 * Whether a body could not be read because its sender disconnected: not an error, and there is no
 * one to answer.
 */
export function isBrokenOff(error: unknown): boolean {
  return error instanceof Error && brokenOff.has(error.message);
}
