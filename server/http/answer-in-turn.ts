import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ConnectionMisused } from '@liv-fit/backend/http';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Requests of one connection that may wait. Browsers and proxies send the next after an answer. */
const mostWaiting = 32;

/**
 * Starts no answer on a connection until the previous one has gone out; otherwise a client that
 * sends requests without reading the answers could fill the memory. A connection with too many is
 * closed. `onAnswered` is called for each answer that has gone out or was cut off.
 */
export function answerInTurn(listener: Listener, onAnswered: () => void): Listener {
  const waiting = new WeakMap<Socket, (() => void)[]>();
  return (request, response) => {
    const { socket } = request;
    const begin = () => {
      response.once('close', () => next(socket));
      listener(request, response);
    };
    const line = waiting.get(socket);
    if (!line) {
      waiting.set(socket, []);
      begin();
    } else if (line.length < mostWaiting) {
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
