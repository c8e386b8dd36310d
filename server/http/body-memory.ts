import { rangeOf, visitorsOfRange } from '@liv-fit/backend/http';

export interface BodyMemoryOptions {
  /** Bytes for everybody together. */
  all: number;
  /** Bytes for one network. */
  perNetwork: number;
}

/** Room for one body, from its first byte until it is worked off. */
export interface BodyRoom {
  /** Counts bytes that came in; false where there is no room for them. */
  take(bytes: number): boolean;
  /** It has come as a whole, and is not given up for another anymore. */
  arrived(): void;
  /** Resolves when somebody with less needs the room. */
  givenUp: Promise<void>;
  leave(): void;
}

/** Opens room for a body of that network. */
export type BodyMemory = (network: string) => BodyRoom;

interface Held {
  network: string;
  bytes: number;
  /** Null once it has arrived. */
  giveUp: (() => void) | null;
}

/**
 * Memory for large bodies that are under way. They count by the bytes that came, whatever they announce. Where all of it
 * is taken, whoever has the most gives up a body that is still coming: nobody keeps the others out by sending slowly.
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

  /** The latest body of whoever has more than that. */
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
