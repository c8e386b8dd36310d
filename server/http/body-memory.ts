import { rangeOf, visitorsOfRange } from '@liv-fit/backend/http';

export interface BodyMemoryOptions {
  /** Bytes in total. */
  all: number;
  /** Bytes per network. */
  perNetwork: number;
}

/** Memory for one body, from its first byte until the request is answered. */
export interface BodyRoom {
  /** Counts received bytes; false if there is no room for them. */
  take(bytes: number): boolean;
  /** The whole body has been received, so it is no longer dropped in favor of another. */
  arrived(): void;
  /** Resolves when the body is dropped, because somebody with less needs the room. */
  givenUp: Promise<void>;
  leave(): void;
}

/** Reserves memory for a body from that network. */
export type BodyMemory = (network: string) => BodyRoom;

interface Held {
  network: string;
  bytes: number;
  /** Null once the whole body has been received. */
  giveUp: (() => void) | null;
}

/**
 * Limits the memory for large bodies in progress. Bytes count as they arrive, whatever length was
 * announced. When all of it is taken, the visitor who holds the most loses a body that is still
 * being received, so nobody can block the others by sending slowly.
 */
export function createBodyMemory({ all, perNetwork }: BodyMemoryOptions): BodyMemory {
  const held = new Set<Held>();
  /** Bytes by network and by range. */
  const bytesOf = new Map<string, number>();
  let total = 0;

  const count = (body: Held, bytes: number): void => {
    body.bytes += bytes;
    total += bytes;
    for (const name of new Set([body.network, rangeOf(body.network)])) {
      const own = (bytesOf.get(name) ?? 0) + bytes;
      if (own > 0) bytesOf.set(name, own);
      else bytesOf.delete(name);
    }
  };

  /** A range counts as four networks. */
  const loadOf = (network: string): number => {
    const own = bytesOf.get(network) ?? 0;
    const range = rangeOf(network);
    return range === network ? own : Math.max(own, (bytesOf.get(range) ?? 0) / visitorsOfRange);
  };

  const drop = (body: Held): void => {
    held.delete(body);
    count(body, -body.bytes);
  };

  /** The latest body of the visitor who holds the most, if that is more than `most`. */
  const findHeaviest = (most: number): Held | null => {
    let heaviest: Held | null = null;
    let load = most;
    for (const body of held) {
      const its = loadOf(body.network);
      if (!body.giveUp || body.bytes === 0 || its <= most || its < load) continue;
      heaviest = body;
      load = its;
    }
    return heaviest;
  };

  return (network) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const body: Held = { network, bytes: 0, giveUp: resolve };
    held.add(body);
    return {
      givenUp: promise,
      take(bytes) {
        if (!held.has(body) || (bytesOf.get(network) ?? 0) + bytes > perNetwork) return false;
        while (total + bytes > all) {
          const other = findHeaviest(loadOf(network) + bytes);
          if (!other) return false;
          drop(other);
          other.giveUp?.();
        }
        count(body, bytes);
        return true;
      },
      arrived() {
        body.giveUp = null;
      },
      leave() {
        if (held.has(body)) drop(body);
      },
    };
  };
}
