import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { callerOf } from './access/network-of.ts';
import { createFairQueue } from './fair-queue.ts';

/** Bytes of an unwanted body that are read and discarded. */
const maxUnwanted = 64 * 1024 * 1024;

/**
 * Limits how many unwanted bodies are read at once: hundreds would block the event loop for long.
 * The others wait in their senders' sockets.
 */
const readInTurn = createFairQueue({ atOnce: 8, share: 2, longest: Number.POSITIVE_INFINITY });
/** How many milliseconds a slow sender may keep others waiting. */
const longestTurn = 1_000;

/**
 * Sends the response only once the request body has been read. A client that is refused early is
 * still sending its body; closing the connection with unread bytes resets it, and the response is
 * lost.
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
  // The handler read the whole body, so there is nothing to wait for.
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

/** Resolves when the body ends, when its sender is gone, or when the body is longer than allowed. */
async function discardRest(incoming: IncomingMessage): Promise<void> {
  if (incoming.readableEnded || incoming.destroyed) return;
  if (Number(incoming.headers['content-length'] ?? 0) > maxUnwanted) return;
  // A listener left by a reader that had already started would block this.
  incoming.removeAllListeners('data');
  const { promise, resolve } = Promise.withResolvers<void>();
  let length = 0;
  incoming.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > maxUnwanted) resolve();
  });
  incoming.once('end', resolve);
  incoming.once('close', resolve);
  incoming.resume();
  await promise;
}
