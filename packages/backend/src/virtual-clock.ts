/** What somebody has had so far, on the clock of those who share. */
export interface Account {
  due: number;
  /** Its last work began where newcomers begin. */
  cameAnew: boolean;
}

export const newAccount = (): Account => ({ due: Number.NEGATIVE_INFINITY, cameAnew: true });

/** So many who come anew hold the others up as long as one of them would. */
const newcomersAsOne = 25;

/**
 * Decides who goes next by start-time fair queueing (Goyal, Vin and Cheng, 1996): the one whose account
 * has had the least. The clock stands at the account served last, and who was away comes back at most
 * `credit` behind it: neither do newcomers have to be served what the others had before they came, nor
 * does a light user wait for heavy ones between two short pieces of work. That place moves on with what
 * such callers are given, so that a crowd which never ends, each of it under a new name, does not
 * keep everybody else waiting.
 */
export class VirtualClock {
  private beginning = 0;
  private readonly credit: number;

  constructor(credit: number) {
    this.credit = credit;
  }

  /** The lowest goes first. */
  placeOf({ due }: Account): number {
    return Math.max(due, this.beginning);
  }

  /** Work for the account begins. */
  begin(account: Account): void {
    account.cameAnew = account.due <= this.beginning;
    account.due = this.placeOf(account);
    this.beginning = Math.max(this.beginning, account.due - this.credit);
  }

  /** What that work costs, now or when it is known. */
  charge(account: Account, cost: number): void {
    account.due += cost;
    if (account.cameAnew) this.beginning += cost / newcomersAsOne;
  }
}
