import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { ConnectionMisused, networkOf } from '@liv-fit/backend/http';
import { LRUCache } from 'lru-cache';

export interface ConnectionLimits {
  /** Connections per network: far more than the browsers behind one address keep open. */
  perNetwork: number;
  /** The same, while more than `many` are open. */
  perNetworkOfMany: number;
  /**
   * New connections per network within a second: each may carry a request and be gone before it is
   * answered.
   */
  newPerSecond: number;
  /** Connections of all networks: far below a process's limit on open files. */
  many: number;
  /**
   * Milliseconds for which an excess connection is held open, because a client would otherwise
   * reconnect at once.
   */
  hold: number;
  /**
   * Milliseconds for which a network is shut out after misusing a connection. Doubles each time
   * within an hour, up to `longestShutOut`.
   */
  shutOut: number;
  longestShutOut: number;
  /**
   * How many malformed HTTP requests a network may send within ten seconds before it counts as
   * misuse.
   */
  malformed: number;
}

const connectionLimits: ConnectionLimits = {
  perNetwork: 256,
  perNetworkOfMany: 64,
  newPerSecond: 800,
  many: 4_000,
  hold: 5_000,
  shutOut: 5_000,
  longestShutOut: 5 * 60_000,
  malformed: 20,
};

const hour = 60 * 60_000;

interface ClientError extends NodeJS.ErrnoException {
  /** The last packet received on the connection. */
  rawPacket?: Buffer;
  /** How much of it was valid HTTP. */
  bytesParsed?: number;
}

/**
 * Whether a connection was refused at its first byte, which costs next to nothing. Any web page can
 * make its visitors' browsers open many of these: TLS to the shop's plain port through pictures at
 * `https://`, TURN through WebRTC.
 */
const neverSpokeHttp = ({ rawPacket, bytesParsed }: ClientError, socket: Socket): boolean =>
  bytesParsed === 0 && socket.bytesRead === rawPacket?.length;

/**
 * Closes connections: those beyond a network's share, so that a few visitors can't use up the files
 * that the process may open; those opened in too quick succession; and all of a network that
 * misuses one, since cutting off such a connection costs the process tens of milliseconds each. For
 * a server that visitors reach directly. The returned function says whether a connection is one of
 * those whose requests get no response.
 */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits = connectionLimits,
): (socket: Socket) => boolean {
  const open = new Map<string, Set<Socket>>();
  const misusers = new LRUCache<string, { times: number; until: number }>({
    max: 10_000,
    ttl: hour,
  });
  const lately = new LRUCache<string, number>({ max: 10_000, ttl: 1_000, noUpdateTTL: true });
  const held = new WeakSet<Socket>();
  let total = 0;
  server.on('connection', (socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined) return;
    const network = networkOf(remoteAddress);
    if (isShutOut(network) || comesTooQuickly(network)) {
      socket.destroy();
      return;
    }
    const own = open.get(network) ?? new Set();
    const share = total < limits.many ? limits.perNetwork : limits.perNetworkOfMany;
    if (own.size >= share) {
      held.add(socket);
      // Held connections use up file descriptors too.
      if (own.size >= 2 * share) {
        socket.destroy();
        return;
      }
      const timer = setTimeout(() => socket.destroy(), limits.hold);
      socket.once('close', () => clearTimeout(timer));
    }
    total += 1;
    open.set(network, own.add(socket));
    socket.once('close', () => {
      total -= 1;
      own.delete(socket);
      if (own.size === 0) open.delete(network);
    });
  });
  const malformed = new LRUCache<string, number>({ max: 10_000, ttl: 10_000, noUpdateTTL: true });
  // The parser reports an error again for each further packet.
  const foreign = new WeakSet<Socket>();
  server.on('clientError', (error: ClientError, socket: Socket) => {
    if (neverSpokeHttp(error, socket)) foreign.add(socket);
    const isMalformed = error.code?.startsWith('HPE_') && error.code !== 'HPE_HEADER_OVERFLOW';
    if (isMalformed ? foreign.has(socket) : !(error instanceof ConnectionMisused)) return;
    for (const [network, sockets] of open) {
      if (!sockets.has(socket)) continue;
      const times = (malformed.get(network) ?? 0) + 1;
      malformed.set(network, times);
      if (isMalformed && times <= limits.malformed) return;
      shutOut(network);
      for (const each of sockets) each.destroy();
      return;
    }
  });

  function shutOut(network: string): void {
    const times = (misusers.get(network)?.times ?? 0) + 1;
    const length = Math.min(limits.shutOut * 2 ** (times - 1), limits.longestShutOut);
    misusers.set(network, { times, until: Date.now() + length });
  }

  function comesTooQuickly(network: string): boolean {
    const times = (lately.get(network) ?? 0) + 1;
    lately.set(network, times);
    return times > limits.newPerSecond;
  }

  function isShutOut(network: string): boolean {
    return (misusers.get(network)?.until ?? 0) > Date.now();
  }

  return (socket) => held.has(socket);
}
