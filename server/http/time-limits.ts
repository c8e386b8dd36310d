import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How long a connection may take to send and read; in milliseconds unless stated otherwise. */
export interface TimeLimits {
  /** From the first byte of a request to the end of its headers. */
  headers: number;
  /** Every body gets this much time, however short it is. */
  body: number;
  /**
   * Bytes per second that extend a body's time: a large upload on a slow line continues, a trickle
   * is cut off.
   */
  bodyRate: number;
  /** How long a client may leave a waiting response unread. */
  reading: number;
}

/** 50 MB may take 52 minutes at 128 kbit/s; a form times out after 20 s. */
export const timeLimits: TimeLimits = {
  headers: 15_000,
  body: 20_000,
  bodyRate: 16_000,
  reading: 120_000,
};

const timedOut =
  'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-type: text/plain\r\n' +
  'content-length: 33\r\n\r\nThe request took too long to send';

/** Must be called before the server listens. */
export function limitTime(server: Server, limits: TimeLimits): void {
  server.headersTimeout = limits.headers;
  // A single limit for all bodies would either cut off large uploads or tolerate trickles; see
  // `watchBody`.
  server.requestTimeout = 0;
  const answering = new WeakMap<Socket, number>();
  server.on('request', (request, response) => {
    const { socket } = request;
    answering.set(socket, (answering.get(socket) ?? 0) + 1);
    response.once('close', () => answering.set(socket, (answering.get(socket) ?? 1) - 1));
    if (!hasBody(request)) return;
    watchBody(request, limits);
    answerBeforeClosing(request, response);
  });
  server.timeout = limits.reading;
  server.on('timeout', (socket: Socket) => {
    // Nothing is waiting for the client to read, so the delay is ours.
    const isWorking = (answering.get(socket) ?? 0) > 0 && socket.writableLength === 0;
    if (!isWorking) socket.destroy();
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Closing a connection while a body is still being received resets it, and the response that says
 * why it is refused would be lost. So `Connection: close` is only honored once the body has been
 * read.
 */
function answerBeforeClosing(request: IncomingMessage, response: ServerResponse): void {
  if (response.shouldKeepAlive || request.httpVersion !== '1.1') return;
  response.shouldKeepAlive = true;
  request.once('end', () => {
    if (!response.headersSent) response.shouldKeepAlive = false;
  });
}

/** Cuts off a body that arrives too slowly. */
function watchBody(request: IncomingMessage, limits: TimeLimits): void {
  const { socket } = request;
  const began = performance.now();
  const readBefore = socket.bytesRead;
  const check = () => {
    if (request.complete || socket.destroyed) return;
    const earned = ((socket.bytesRead - readBefore) / limits.bodyRate) * 1000;
    const left = began + limits.body + earned - performance.now();
    if (left > 0) {
      timer = setTimeout(check, left).unref();
    } else {
      // A response may be in progress elsewhere, so this writes directly to the socket, as Node
      // does itself.
      if (socket.writableLength === 0) socket.write(timedOut);
      socket.destroySoon();
    }
  };
  let timer = setTimeout(check, limits.body).unref();
  request.once('end', () => clearTimeout(timer));
}
