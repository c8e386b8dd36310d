import { LRUCache } from 'lru-cache';
import { rangeOf } from './access/network-of.ts';
import { type Account, VirtualClock, visitorsOfRange } from './virtual-clock.ts';

/** Too much work is already waiting; the caller should retry later. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

export interface FairQueueOptions {
  /** Jobs that run at a time. */
  atOnce: number;
  /** Jobs that may wait. */
  longest: number;
  /** Jobs of one caller that may wait. */
  perCaller?: number;
  /** Jobs of one caller that run at a time. */
  share?: number;
  /**
   * Callers with at most this many recent requests, refused ones included, go before all others; by
   * default there is no such preference.
   */
  light?: number;
  /** Slots reserved for such callers. */
  keptForLight?: number;
}

export type FairQueue = <T>(work: () => Promise<T>, caller?: string) => Promise<T>;

interface Waiting {
  resume: () => void;
  refuse: (error: Error) => void;
}

/** A caller that asked recently. */
interface Known {
  account: Account;
  /** The range around its network, or its own name if it isn't a network. */
  range: string;
}

const halfLifeMs = 10_000;
/** Jobs that someone returning after a break may run before the others continue. */
const credit = 2;
const callersKnown = 10_000;

/**
 * Runs a few jobs at a time. The waiting caller that has had the least done goes next, so that one
 * caller's backlog doesn't delay the others. Throws QueueFull when too many wait; in a full queue,
 * the caller with the most waiting work gives way to one with less. Callers named by their network
 * also count together with their range, in which every address could be the same person: a range
 * gets as much of everything as four callers.
 */
export function createFairQueue(options: FairQueueOptions): FairQueue {
  const { atOnce, longest, perCaller = longest, share = atOnce } = options;
  const { light = Number.POSITIVE_INFINITY, keptForLight = 0 } = options;
  const waiting = new Map<string, Waiting[]>();
  const clock = new VirtualClock(credit);
  const callers = new LRUCache<string, Known>({ max: callersKnown });
  const asked = countRecent();
  /** By caller and by range. */
  const runningOf = new Map<string, number>();
  const waitingOf = new Map<string, number>();
  let length = 0;
  let running = 0;

  const knownAs = (caller: string): Known => {
    const known = callers.get(caller);
    if (known) return known;
    const opened = { account: clock.open(caller), range: rangeOf(caller) };
    callers.set(caller, opened);
    return opened;
  };

  /** The load of a caller, or of its range if that is higher, divided among four callers. */
  const loadOf = (caller: string, countOf: (name: string) => number, more = 0): number => {
    const { range } = knownAs(caller);
    const own = countOf(caller) + more;
    return range === caller ? own : Math.max(own, (countOf(range) + more) / visitorsOfRange);
  };
  const runs = (name: string) => runningOf.get(name) ?? 0;
  const waits = (name: string) => waitingOf.get(name) ?? 0;

  const isLight = (caller: string): boolean =>
    light === Number.POSITIVE_INFINITY || loadOf(caller, asked.of) <= light;

  const mayRun = (caller: string): boolean =>
    running < atOnce - (isLight(caller) ? 0 : keptForLight) && loadOf(caller, runs) < share;

  const rank = (caller: string): number => {
    if (!mayRun(caller)) return Number.POSITIVE_INFINITY;
    const place = clock.placeOf(knownAs(caller).account);
    return place + (isLight(caller) ? 0 : Number.MAX_SAFE_INTEGER / 2);
  };

  const count = (caller: string, change: 1 | -1): void => {
    running += change;
    countIn(runningOf, caller, change);
  };

  const countIn = (counts: Map<string, number>, caller: string, change: 1 | -1): void => {
    for (const name of new Set([caller, knownAs(caller).range])) {
      const own = (counts.get(name) ?? 0) + change;
      if (own > 0) counts.set(name, own);
      else counts.delete(name);
    }
  };

  const least = (rank: (caller: string) => number): string | undefined => {
    let found: { caller: string; rank: number } | undefined;
    for (const caller of waiting.keys()) {
      const its = rank(caller);
      if (!found || its < found.rank) found = { caller, rank: its };
    }
    return found?.caller;
  };

  const takeFrom = (caller: string, end: 'first' | 'last'): Waiting | undefined => {
    const works = waiting.get(caller) ?? [];
    const taken = end === 'first' ? works.shift() : works.pop();
    if (works.length === 0) waiting.delete(caller);
    countIn(waitingOf, caller, -1);
    length -= 1;
    return taken;
  };

  const wait = (caller: string): Promise<void> => {
    if (loadOf(caller, waits) >= perCaller) {
      throw new QueueFull('Too much work of one caller is waiting');
    }
    if (length >= longest) {
      const heaviest = least((other) => -loadOf(other, waits));
      if (heaviest === undefined || loadOf(heaviest, waits) <= loadOf(caller, waits, 1)) {
        throw new QueueFull('Too much work is waiting');
      }
      takeFrom(heaviest, 'last')?.refuse(new QueueFull('Others waited with less'));
    }
    return new Promise((resume, refuse) => {
      const works = waiting.get(caller) ?? [];
      works.push({ resume, refuse });
      waiting.set(caller, works);
      countIn(waitingOf, caller, 1);
      length += 1;
    });
  };

  return async (work, caller = '') => {
    asked.add(caller);
    const { account, range } = knownAs(caller);
    if (range !== caller) asked.add(range);
    if (mayRun(caller)) count(caller, 1);
    // Every job that finishes starts the next waiting one.
    else await wait(caller);
    clock.begin(account);
    clock.charge(account, 1);
    try {
      return await work();
    } finally {
      count(caller, -1);
      const next = least(rank);
      if (next !== undefined && mayRun(next)) {
        count(next, 1);
        takeFrom(next, 'first')?.resume();
      }
    }
  };
}

/** Counts per caller; half of each count is forgotten every ten seconds. */
function countRecent() {
  const counts = new LRUCache<string, { count: number; at: number }>({ max: callersKnown });
  const of = (caller: string): number => {
    const entry = counts.get(caller);
    return entry ? entry.count * 0.5 ** ((performance.now() - entry.at) / halfLifeMs) : 0;
  };
  return {
    of,
    add: (caller: string) => counts.set(caller, { count: of(caller) + 1, at: performance.now() }),
  };
}
