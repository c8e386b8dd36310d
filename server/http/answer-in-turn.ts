import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ConnectionMisused } from '@liv-fit/backend/http';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * How many requests may wait on one connection. Browsers and proxies don't send the next before
 * they have the response.
 */
const maxWaiting = 8;

/**
 * Starts no response on a connection until the previous one has been sent; otherwise a client that
 * sends requests without reading the responses could fill up memory. A connection with too many
 * waiting requests is closed. `onAnswered` is called for each response that was sent or cut off.
 */
export function serializeResponses(listener: Listener, onAnswered: () => void): Listener {
  const waiting = new WeakMap<Socket, (() => void)[]>();
  return (request, response) => {
    const { socket } = request;
    // The parser goes on to the end of what has arrived.
    if (socket.destroyed) return;
    const begin = () => {
      response.once('close', () => next(socket));
      listener(request, response);
    };
    const line = waiting.get(socket);
    if (!line) {
      waiting.set(socket, []);
      begin();
    } else if (line.length < maxWaiting) {
      line.push(begin);
    } else {
      socket.destroy(new ConnectionMisused('Too many requests wait for their answers.'));
    }
  };

  function next(socket: Socket): void {
    const begin = waiting.get(socket)?.shift();
    if (!begin || socket.destroyed) waiting.delete(socket);
    else begin();
    onAnswered();
  }
}
