import { LRUCache } from 'lru-cache';
import { type Account, newAccount, VirtualClock } from './virtual-clock.ts';

/** Too much work waits already; the caller should try again later. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

export interface FairQueueOptions {
  /** Pieces of work at a time. */
  atOnce: number;
  /** Pieces of work that may wait. */
  longest: number;
  /** Pieces of work of one caller that may wait. */
  perCaller?: number;
  /** Pieces of work of one caller at a time. */
  share?: number;
  /**
   * Callers who asked for at most so many lately, refusals included, go before all others; by default
   * nobody does.
   */
  light?: number;
  /** Pieces of work at a time that only such callers may begin. */
  keptForLight?: number;
}

export type FairQueue = <T>(work: () => Promise<T>, caller?: string) => Promise<T>;

interface Waiting {
  resume: () => void;
  refuse: (error: Error) => void;
}

const halfLifeMs = 10_000;
/** Pieces of work that whoever was away may have before the others go on. */
const credit = 2;
const callersKnown = 10_000;

/**
 * Runs a few pieces of work at a time. Of the waiting callers, the one for whom the least was done
 * goes next, so that one caller's backlog doesn't delay the others. Throws QueueFull when too many
 * wait; in a full queue, the caller with the most waiting work gives way to one with less.
 */
export function createFairQueue(options: FairQueueOptions): FairQueue {
  const { atOnce, longest, perCaller = longest, share = atOnce } = options;
  const { light = Number.POSITIVE_INFINITY, keptForLight = 0 } = options;
  const waiting = new Map<string, Waiting[]>();
  const clock = new VirtualClock(credit);
  const accounts = new LRUCache<string, Account>({ max: callersKnown });
  const asked = countRecent();
  const runningOf = new Map<string, number>();
  let length = 0;
  let running = 0;

  const accountOf = (caller: string): Account => {
    const account = accounts.get(caller) ?? newAccount();
    accounts.set(caller, account);
    return account;
  };

  const isLight = (caller: string): boolean => asked.of(caller) <= light;

  const mayRun = (caller: string): boolean =>
    running < atOnce - (isLight(caller) ? 0 : keptForLight) && (runningOf.get(caller) ?? 0) < share;

  const rank = (caller: string): number => {
    if (!mayRun(caller)) return Number.POSITIVE_INFINITY;
    return clock.placeOf(accountOf(caller)) + (isLight(caller) ? 0 : Number.MAX_SAFE_INTEGER / 2);
  };

  const count = (caller: string, change: 1 | -1): void => {
    running += change;
    const own = (runningOf.get(caller) ?? 0) + change;
    if (own > 0) runningOf.set(caller, own);
    else runningOf.delete(caller);
  };

  const least = (rank: (caller: string, works: Waiting[]) => number): string | undefined => {
    let found: { caller: string; rank: number } | undefined;
    for (const [caller, works] of waiting) {
      const its = rank(caller, works);
      if (!found || its < found.rank) found = { caller, rank: its };
    }
    return found?.caller;
  };

  const takeFrom = (caller: string | undefined, end: 'first' | 'last'): Waiting | undefined => {
    if (caller === undefined) return;
    const works = waiting.get(caller) ?? [];
    const taken = end === 'first' ? works.shift() : works.pop();
    if (works.length === 0) waiting.delete(caller);
    length -= 1;
    return taken;
  };

  const wait = (caller: string): Promise<void> => {
    const own = waiting.get(caller)?.length ?? 0;
    if (own >= perCaller) throw new QueueFull('Too much work of one caller is waiting');
    if (length >= longest) {
      const heaviest = least((_caller, works) => -works.length);
      if ((waiting.get(heaviest ?? '')?.length ?? 0) <= own + 1) {
        throw new QueueFull('Too much work is waiting');
      }
      takeFrom(heaviest, 'last')?.refuse(new QueueFull('Others waited with less'));
    }
    return new Promise((resume, refuse) => {
      const works = waiting.get(caller) ?? [];
      works.push({ resume, refuse });
      waiting.set(caller, works);
      length += 1;
    });
  };

  return async (work, caller = '') => {
    asked.add(caller);
    if (mayRun(caller)) count(caller, 1);
    // Each piece of work that finishes starts waiting ones.
    else await wait(caller);
    const account = accountOf(caller);
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

/** Counts by caller, of which half is forgotten every ten seconds. */
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
