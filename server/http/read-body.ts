import type { BodyRoom } from './body-memory.ts';

/**
 * Reads a body, with or without Content-Length; null if it is longer than `maxBytes`. The rest of a
 * body that is too long is left unread: the server drains it after the response.
 */
export async function readBody(request: Request, maxBytes: number): Promise<Buffer | null> {
  const announced = request.headers.get('content-length');
  if (Number(announced ?? 0) > maxBytes) return null;
  // Node delivers no more than Content-Length, and reading it in one go costs a fraction of
  // streaming.
  if (announced !== null) return Buffer.from(await request.arrayBuffer());
  const bytes = await readChunks(request, maxBytes);
  return bytes === 'no_room' ? null : bytes;
}

/** Like `readBody`, for a body that may be large. Stores nothing if there is no memory for it. */
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

/** Even a tiny chunk uses about this much memory. */
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
  // Subscribed only once: a new handler per chunk would keep each chunk in memory.
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
 * Whether a body couldn't be read because its sender disconnected: not an error, and there is
 * nobody to respond to.
 */
export function isBrokenOff(error: unknown): boolean {
  return error instanceof Error && brokenOff.has(error.message);
}
