/** What somebody has had so far, on the clock of those who share. */
export interface Account {
  due: number;
}

export const newAccount = (): Account => ({ due: Number.NEGATIVE_INFINITY });

/**
 * Decides who goes next by start-time fair queueing (Goyal, Vin and Cheng, 1996): the one whose account
 * has had the least. The clock stands at the account served last, and who was away comes back at most
 * `credit` behind it: neither do newcomers have to be served what the others had before they came, nor
 * does a light user wait for heavy ones between two short pieces of work.
 */
export class VirtualClock {
  private now = 0;
  private readonly credit: number;

  constructor(credit: number) {
    this.credit = credit;
  }

  /** The lowest goes first. */
  placeOf({ due }: Account): number {
    return Math.max(due, this.now - this.credit);
  }

  /** Work for the account begins. What it costs is added to `due`, now or when that is known. */
  begin(account: Account): void {
    account.due = this.placeOf(account);
    this.now = Math.max(this.now, account.due);
  }
}
