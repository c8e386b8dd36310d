import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '@liv-fit/backend/http';

export interface ConnectionLimits {
  /** Of one network: far more than the browsers behind one address keep open. */
  perNetwork: number;
  /** The same while `many` are open. */
  perNetworkOfMany: number;
  /** Of all networks; far below the files that a process may open. */
  many: number;
  /** Milliseconds for which a connection too many is held: closed at once, it would come again at once. */
  hold: number;
}

const connectionLimits: ConnectionLimits = {
  perNetwork: 256,
  perNetworkOfMany: 64,
  many: 4_000,
  hold: 5_000,
};

/**
 * Closes the connections of a network beyond its share, so that a few visitors cannot use up the
 * files that the process may open. For a server that visitors reach directly. Answers whether a
 * connection is one of those, whose requests get no answer.
 */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits = connectionLimits,
): (socket: Socket) => boolean {
  const open = new Map<string, number>();
  const held = new WeakSet<Socket>();
  let total = 0;
  server.on('connection', (socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined) return;
    const network = networkOf(remoteAddress);
    const own = open.get(network) ?? 0;
    const share = total < limits.many ? limits.perNetwork : limits.perNetworkOfMany;
    if (own >= share) {
      held.add(socket);
      // Held ones are open files too.
      if (own >= 2 * share) {
        socket.destroy();
        return;
      }
      const timer = setTimeout(() => socket.destroy(), limits.hold);
      socket.once('close', () => clearTimeout(timer));
    }
    total += 1;
    open.set(network, own + 1);
    socket.once('close', () => {
      total -= 1;
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
  return (socket) => held.has(socket);
}
