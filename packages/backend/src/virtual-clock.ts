import { LRUCache } from 'lru-cache';
import { rangeOf } from './access/network-of.ts';

/** What somebody has had so far, on the clock of those who share. */
export interface Account {
  due: number;
  /** Its last work began where newcomers begin. */
  cameAnew: boolean;
  /** What the range around its network has had, of whichever address; null for what is no network. */
  range: { due: number } | null;
}

/** A range of networks is served as so many visitors, however many of its addresses ask. */
export const visitorsOfRange = 4;

const rangesKnown = 10_000;

/** So many who come anew hold the others up as long as one of them would. */
const newcomersAsOne = 25;

/** Of two that would begin at the same place, the one who was served before goes first. */
const behindKnown = 1e-3;

/**
 * Decides who goes next by start-time fair queueing (Goyal, Vin and Cheng, 1996): the one whose account
 * has had the least. The clock stands at the account served last, and who was away comes back at most
 * `credit` behind it: neither do newcomers have to be served what the others had before they came, nor
 * does a light user wait for heavy ones between two short pieces of work. That place moves on with what
 * such callers are given, so that a crowd which never ends, each of it under a new name, does not
 * keep everybody else waiting. Nor do the addresses of one range, each of which is new: whoever asks
 * goes by the later of its own account and its range's.
 */
export class VirtualClock {
  private beginning = 0;
  private readonly credit: number;
  private readonly ranges = new LRUCache<string, { due: number }>({ max: rangesKnown });

  constructor(credit: number) {
    this.credit = credit;
  }

  /** An account for a caller of whom nothing is known yet. */
  open(caller: string): Account {
    const range = rangeOf(caller);
    return {
      due: Number.NEGATIVE_INFINITY,
      cameAnew: true,
      range: range === caller ? null : this.openRange(range),
    };
  }

  /** The lowest goes first. */
  placeOf({ due, range }: Account): number {
    const place = Math.max(due, range?.due ?? due, this.beginning);
    return due === Number.NEGATIVE_INFINITY ? place + behindKnown : place;
  }

  /** Work for the account begins. */
  begin(account: Account): void {
    const { range } = account;
    const place = this.placeOf(account);
    account.cameAnew = place <= this.beginning + behindKnown;
    account.due = Math.max(account.due, this.beginning);
    if (range) range.due = Math.max(range.due, this.beginning);
    this.beginning = Math.max(this.beginning, place - this.credit);
  }

  /** What that work costs, now or when it is known. */
  charge(account: Account, cost: number): void {
    account.due += cost;
    if (account.range) account.range.due += cost / visitorsOfRange;
    if (account.cameAnew) this.beginning += cost / newcomersAsOne;
  }

  private openRange(range: string): { due: number } {
    const known = this.ranges.get(range) ?? { due: Number.NEGATIVE_INFINITY };
    this.ranges.set(range, known);
    return known;
  }
}
