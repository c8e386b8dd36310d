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
  const reader = request.body?.getReader();
  if (!reader) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks, length);
    length += value.byteLength;
    if (length > maxBytes) return null;
    chunks.push(value);
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
