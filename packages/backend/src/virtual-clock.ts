import { LRUCache } from 'lru-cache';
import { rangeOf } from './access/network-of.ts';

/** How much a caller has had so far, in virtual time. */
export interface Account {
  due: number;
  /** Its last job began where newcomers begin. */
  cameAnew: boolean;
  /** What the range around its network has had, over all its addresses; null if it isn't a network. */
  range: { due: number } | null;
}

/** A range of networks gets as much as this many visitors, however many of its addresses ask. */
export const visitorsOfRange = 4;

const rangesKnown = 10_000;

/** This many newcomers together delay the others as much as a single caller would. */
const newcomersAsOne = 25;

/** Puts new callers just behind known ones that would begin at the same place. */
const behindKnown = 1e-3;

/**
 * Decides who goes next by start-time fair queueing (Goyal, Vin and Cheng, 1996): the account that
 * has had the least. The clock shows the account served last, and a caller that returns after a
 * break starts at most `credit` behind it. So newcomers don't first get all that the others had
 * before, and light users don't wait for heavy ones between two short jobs. That starting point
 * advances with what such callers get, so that an endless crowd under ever new names doesn't starve
 * everybody else. Nor can the addresses of one range, each of them new: a caller's place is the
 * later of its own account's and its range's.
 */
export class VirtualClock {
  private beginning = 0;
  private readonly credit: number;
  private readonly ranges = new LRUCache<string, { due: number }>({ max: rangesKnown });

  constructor(credit: number) {
    this.credit = credit;
  }

  /** An account for a caller that isn't known yet. */
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

  /** Starts a job for the account. */
  begin(account: Account): void {
    const { range } = account;
    const place = this.placeOf(account);
    account.cameAnew = place <= this.beginning + behindKnown;
    account.due = Math.max(account.due, this.beginning);
    if (range) range.due = Math.max(range.due, this.beginning);
    this.beginning = Math.max(this.beginning, place - this.credit);
  }

  /** Charges the cost of the job, now or once it is known. */
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
