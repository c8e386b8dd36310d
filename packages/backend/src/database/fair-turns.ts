import { CallerBusy, DatabaseUnavailable } from './database-error.ts';
import { RunningTurn, type Turn, type TurnKeeper } from './running-turn.ts';
import { type Caller, TurnCallers } from './turn-callers.ts';
import { TurnWatch, type WatchedTurns } from './turn-watch.ts';

export interface FairTurnsOptions {
  /** Connections, and so turns at a time. */
  slots: number;
  /** Milliseconds to wait for a turn; 0 for ever. Callers never wait longer than half a minute. */
  waitTimeout: number;
  /** Milliseconds after which a caller's turn ends even when nobody waits; 0 for never. */
  turnTimeout: number;
  /** Whether ending a statement holds everybody up, so that who causes it is refused for a while. */
  interruptIsCostly: boolean;
}

export interface WaitingTurn {
  caller: Caller | null;
  since: number;
  timer: NodeJS.Timeout | null;
  grant: (turn: RunningTurn) => void;
  refuse: (error: Error) => void;
}

const waitingPerCaller = 256;
const waitingInAll = 4_096;
const longestWait = 30_000;
const turnsOfTheShopInARow = 8;

/**
 * Who uses the connections next. The project's own server goes first; of the callers the one that
 * had the least time lately. One caller holds at most 40 % of the connections, callers together
 * leave some to the server, and a turn that keeps others waiting is ended.
 */
export class FairTurns implements TurnKeeper, WatchedTurns {
  readonly callers = new TurnCallers();
  readonly running = new Set<RunningTurn>();
  private readonly options: FairTurnsOptions;
  private readonly perCaller: number;
  private readonly forCallers: number;
  private readonly forHeavy: number;
  private readonly waitingCallers = new Set<Caller>();
  private readonly waitingOwn: WaitingTurn[] = [];
  private readonly watch: TurnWatch;
  private waitingCalls = 0;
  private ownInARow = 0;

  constructor(options: FairTurnsOptions) {
    const { slots } = options;
    this.options = options;
    this.forCallers = Math.max(1, slots - Math.ceil(slots / 5));
    this.perCaller = Math.max(1, Math.floor(slots * 0.4));
    this.forHeavy = Math.max(1, Math.floor(this.forCallers / 2));
    this.watch = new TurnWatch(this, options.turnTimeout);
  }

  /** Waits for a turn; `key` names the caller, the project's own server has none. */
  begin(key?: string): Promise<Turn> {
    const caller = key === undefined ? null : this.callers.of(key);
    const now = performance.now();
    if (caller) {
      if (caller.refusedUntil > now) return Promise.reject(busy(caller.refusedUntil - now));
      const isFull = caller.waiting.length >= waitingPerCaller || this.waitingCalls >= waitingInAll;
      if (isFull) return Promise.reject(busy(0));
    }
    return new Promise((grant, refuse) => {
      const turn: WaitingTurn = { caller, since: now, timer: null, grant, refuse };
      if (caller) {
        caller.waiting.push(turn);
        this.waitingCallers.add(caller);
        this.waitingCalls += 1;
      } else {
        this.waitingOwn.push(turn);
      }
      this.dispatch();
      if (!this.isWaiting(turn)) return;
      const longest = caller
        ? Math.min(this.options.waitTimeout || longestWait, longestWait)
        : this.options.waitTimeout;
      if (longest) turn.timer = setTimeout(() => this.giveUp(turn), longest).unref();
      this.watch.start();
    });
  }

  /** Ends the turns of callers; the server's own are waited for. */
  interruptCallers(): void {
    for (const turn of this.running) turn.interruptNow();
  }

  started(): void {
    if (this.options.turnTimeout) this.watch.start();
  }

  ended(turn: RunningTurn): void {
    this.running.delete(turn);
    const { caller } = turn;
    if (caller) {
      caller.running -= 1;
      this.callers.charge(caller, turn.took(), performance.now());
      if (!turn.interrupted) caller.finished += 1;
    }
    this.dispatch();
  }

  get isAnyoneWaiting(): boolean {
    return this.waitingCalls + this.waitingOwn.length > 0;
  }

  /** The server's own calls, and callers within their share. */
  heldUp(milliseconds: number, now: number): number {
    const isLate = ({ since }: WaitingTurn) => now - since >= milliseconds;
    let count = this.waitingOwn.filter(isLate).length;
    for (const { running, waiting } of this.waitingCallers) {
      if (running < this.perCaller && waiting[0] && isLate(waiting[0])) count += 1;
    }
    return count;
  }

  interrupt(turn: RunningTurn, now: number): void {
    const hadToBeEnded = turn.interruptNow();
    const { caller } = turn;
    if (!caller || !hadToBeEnded) return;
    this.callers.noteOffense(caller, now);
    if (!this.options.interruptIsCostly) return;
    const refusal = this.callers.refuse(caller, now);
    for (const waiting of [...caller.waiting]) this.turnAway(waiting, busy(refusal));
  }

  private dispatch(): void {
    while (this.running.size < this.options.slots) {
      const caller = this.nextCaller();
      const isOwnTurn = this.waitingOwn.length > 0;
      if (isOwnTurn && (!caller || this.ownInARow < turnsOfTheShopInARow)) {
        this.ownInARow += 1;
        this.grant(this.waitingOwn.shift() as WaitingTurn);
      } else if (caller) {
        this.ownInARow = 0;
        const next = caller.waiting[0] as WaitingTurn;
        this.remove(next);
        this.grant(next);
      } else {
        return;
      }
    }
  }

  private grant(waiting: WaitingTurn): void {
    if (waiting.timer) clearTimeout(waiting.timer);
    const turn = new RunningTurn(this, waiting.caller);
    this.running.add(turn);
    if (waiting.caller) waiting.caller.running += 1;
    waiting.grant(turn);
  }

  /** The waiting caller with the best claim that may have another connection. */
  private nextCaller(): Caller | null {
    if (this.waitingCallers.size === 0) return null;
    const now = performance.now();
    let callersRunning = 0;
    let heavyRunning = 0;
    for (const { caller } of this.running) {
      if (!caller) continue;
      callersRunning += 1;
      if (this.callers.isHeavy(caller, now)) heavyRunning += 1;
    }
    if (callersRunning >= this.forCallers) return null;
    let best: Caller | null = null;
    for (const caller of this.waitingCallers) {
      if (caller.running >= this.perCaller) continue;
      if (heavyRunning >= this.forHeavy && this.callers.isHeavy(caller, now)) continue;
      if (!best || this.callers.goesBefore(caller, best, now)) best = caller;
    }
    return best;
  }

  private isWaiting(turn: WaitingTurn): boolean {
    return turn.caller ? turn.caller.waiting.includes(turn) : this.waitingOwn.includes(turn);
  }

  private remove(turn: WaitingTurn): void {
    const { caller } = turn;
    const queue = caller?.waiting ?? this.waitingOwn;
    queue.splice(queue.indexOf(turn), 1);
    if (!caller) return;
    this.waitingCalls -= 1;
    if (caller.waiting.length === 0) this.waitingCallers.delete(caller);
  }

  private turnAway(turn: WaitingTurn, reason: Error): void {
    if (turn.timer) clearTimeout(turn.timer);
    this.remove(turn);
    turn.refuse(reason);
  }

  private giveUp(turn: WaitingTurn): void {
    const isOwnDoing = turn.caller !== null && turn.caller.running > 0;
    this.turnAway(
      turn,
      isOwnDoing
        ? busy(0)
        : new DatabaseUnavailable(new Error('timeout exceeded when trying to connect')),
    );
  }
}

const busy = (milliseconds: number) => new CallerBusy(Math.max(1, Math.ceil(milliseconds / 1_000)));
