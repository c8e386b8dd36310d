/**
 * The body, whether its length was announced or it is sent chunked; null when it is longer than
 * `maxBytes`. The rest of a body that is too long is left unread: the server drains it after the answer.
 */
export async function readBody(request: Request, maxBytes: number): Promise<Buffer | null> {
  const announced = request.headers.get('content-length');
  if (Number(announced ?? 0) > maxBytes) return null;
  // What was announced is all that comes, and reading it in one go costs a fraction of a stream.
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

/** Whether a body could not be read because its sender went away: nobody's mistake, and no answer is due. */
export function isBrokenOff(error: unknown): boolean {
  return error instanceof Error && brokenOff.has(error.message);
}
