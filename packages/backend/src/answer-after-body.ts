import type { IncomingMessage } from 'node:http';

/** Bytes of an unwanted body that are read anyway. */
const mostUnwanted = 64 * 1024 * 1024;

/**
 * Lets the answer out once its request's body is in. A client that is refused before its body was
 * read is still sending it: a connection closed with unread bytes is reset, and the answer is lost
 * with it.
 */
export function answerAfterBody<Env>(
  answer: (request: Request, env: Env) => Response | Promise<Response>,
): (request: Request, env: unknown) => Response | Promise<Response> {
  return (request, env) => {
    const { incoming } = env as { incoming: IncomingMessage };
    const answering = answer(request, env as Env);
    return incoming.complete || !hasBody(incoming) ? answering : finish(answering, incoming);
  };
}

async function finish(answering: Response | Promise<Response>, incoming: IncomingMessage) {
  const response = await answering;
  await discardRest(incoming);
  return response;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Resolves at the end of the body, when its sender has gone, or when it is longer than all bounds. */
async function discardRest(incoming: IncomingMessage): Promise<void> {
  if (incoming.readableEnded || incoming.destroyed) return;
  if (Number(incoming.headers['content-length'] ?? 0) > mostUnwanted) return;
  // A reader that had already started would block this.
  incoming.removeAllListeners('data');
  const { promise, resolve } = Promise.withResolvers<void>();
  let length = 0;
  incoming.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > mostUnwanted) resolve();
  });
  incoming.once('end', resolve);
  incoming.once('close', resolve);
  incoming.resume();
  await promise;
}
