import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { callerOf } from './access/network-of.ts';
import { createFairQueue } from './fair-queue.ts';

/** Bytes of an unwanted body that are read anyway. */
const mostUnwanted = 64 * 1024 * 1024;

/**
 * Unwanted bodies that are read at a time: hundreds of them at once keep every turn of the event loop
 * long. The others wait in their senders' sockets.
 */
const readInTurn = createFairQueue({ atOnce: 8, share: 2, longest: Number.POSITIVE_INFINITY });
/** Milliseconds for which a slow sender keeps others waiting. */
const longestTurn = 1_000;

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
    return incoming.complete || !hasBody(incoming)
      ? answering
      : finish(answering, incoming, callerOf(request.headers));
  };
}

async function finish(
  answering: Response | Promise<Response>,
  incoming: IncomingMessage,
  caller: string | null,
) {
  const response = await answering;
  // Whoever answered has read it: nothing to wait for.
  if (incoming.complete) return response;
  let discarding: Promise<void> | undefined;
  await readInTurn(() => {
    discarding = discardRest(incoming);
    return Promise.race([discarding, delay(longestTurn)]);
  }, caller ?? undefined);
  await discarding;
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
