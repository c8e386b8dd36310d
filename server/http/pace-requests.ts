import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf, rangeOf, visitorsOfRange } from '@liv-fit/backend/http';
import { LRUCache } from 'lru-cache';
import { refuseBusy } from './bound-requests.ts';
import type { AddressReader } from './client-address.ts';
import type { Listener } from './http-server.ts';

export interface RequestPace {
  /** How many requests of a network are answered each second. */
  perSecond: number;
  /** How many more at first: pages with their files, for many people behind one address. */
  ahead: number;
  /** Milliseconds; a request that would have to wait longer is refused. */
  longestWait: number;
}

export const requestPace: RequestPace = { perSecond: 500, ahead: 1_000, longestWait: 5_000 };

/** A network or range; its requests so far use up its pace until then, in milliseconds. */
interface Account {
  usedUntil: number;
}

interface Caller {
  claimed: string | undefined;
  network: Account;
  range: Account;
}

/**
 * Answers like `listener`, but no more requests of a network than the pace: later ones wait. Even
 * the cheapest response takes some 50 µs, so a network with hundreds of connections could otherwise
 * take up all the time, and requests of others that take many steps, such as signing in, would wait
 * for seconds. A range has the pace of four networks.
 */
export function paceRequests(
  listener: Listener,
  read: AddressReader,
  pace: RequestPace,
  now: () => number = () => performance.now(),
): Listener {
  const callers = new WeakMap<Socket, Caller>();
  const networks = new LRUCache<string, Account>({ max: 20_000 });
  const ranges = new LRUCache<string, Account>({ max: 20_000 });

  /** Kept for each connection, so that a response from the cache doesn't parse addresses. */
  function callerOf({ socket, headers }: IncomingMessage): Caller {
    const claimed = headers['x-forwarded-for']?.toString();
    const known = callers.get(socket);
    if (known && known.claimed === claimed) return known;
    const network = networkOf(read(socket.remoteAddress, claimed));
    const caller = {
      claimed,
      network: accountIn(networks, network),
      range: accountIn(ranges, rangeOf(network)),
    };
    callers.set(socket, caller);
    return caller;
  }

  /** Milliseconds; counts the request unless it has to be refused. */
  function waitOf(request: IncomingMessage): number {
    const { network, range } = callerOf(request);
    const at = now();
    const each = 1_000 / pace.perSecond;
    const free = pace.ahead * each;
    const ofNetwork = Math.max(network.usedUntil, at) + each;
    const ofRange = Math.max(range.usedUntil, at) + each / visitorsOfRange;
    const wait = Math.max(0, ofNetwork - at - free, ofRange - at - free);
    if (wait <= pace.longestWait) {
      network.usedUntil = ofNetwork;
      range.usedUntil = ofRange;
    }
    return wait;
  }

  return (request, response) => {
    const wait = waitOf(request);
    if (wait === 0) listener(request, response);
    else if (wait > pace.longestWait) refuseBusy(response);
    else {
      setTimeout(() => {
        if (!request.socket.destroyed) listener(request, response);
      }, wait);
    }
  };
}

function accountIn(accounts: LRUCache<string, Account>, key: string): Account {
  const account = accounts.get(key) ?? { usedUntil: 0 };
  accounts.set(key, account);
  return account;
}
