import { currentVisitor } from '../access/visitor-context.ts';
import { visitorsOfRange } from '../virtual-clock.ts';
import { CallerBusy, DatabaseUnavailable } from './database-error.ts';
import { RunningTurn, type Turn, type TurnObserver } from './running-turn.ts';
import { type Caller, TurnCallers } from './turn-callers.ts';
import { TurnWatch, type WatchedTurns } from './turn-watch.ts';

export interface FairTurnsOptions {
  /** Number of connections, and so of concurrent turns. */
  slots: number;
  /** Milliseconds to wait for a turn; 0 waits forever. Callers never wait longer than 30 seconds. */
  waitTimeout: number;
  /** Milliseconds after which a caller's turn is ended even if no one is waiting; 0 for never. */
  turnTimeout: number;
  /** Whether canceling a statement blocks everyone, in which case its caller is refused for a while. */
  interruptIsCostly: boolean;
}

export interface TurnOptions {
  /** Judging by its structure, the statement may take long. */
  isDemanding?: boolean | undefined;
}

export interface WaitingTurn {
  caller: Caller | null;
  /** For the server's own turns: the visitor whose request it is. */
  visitor: Caller | null;
  isDemanding: boolean;
  since: number;
  timer: NodeJS.Timeout | null;
  grant: (turn: RunningTurn) => void;
  refuse: (error: Error) => void;
}

/** A caller with more waiting turns is refused at once. */
const waitingPerCaller = 256;
/** Sixteen callers with full queues; waiting turns cost memory. Beyond it, the longest queue gives way. */
const waitingInAll = 4_096;
/** After this, callers are refused as busy, whatever `waitTimeout` says. */
const longestWait = 30_000;
/** After this many, one caller gets a turn, so that a busy server doesn't starve all callers. */
const ownTurnsInARow = 8;
/** A demanding turn that has waited this long is no longer passed over for ordinary ones. */
const longestBehindOrdinary = 1_000;
/** A turn of a caller with large answers holds back others like it for at most this long. */
const longestAlone = 1_000;
/** At most this much of a demanding turn's time counts toward the pause after it. */
const longestPause = 1_000;
/** Milliseconds of a page's reads. With it, twenty newcomers delay the others by less than half a second. */
const shortWork = 20;
/** As many as a checkout runs. */
const fewStatements = 20;

/**
 * Decides who uses the connections next:
 *
 * 1. The project's own server goes first, for up to eight turns in a row. Among its statements,
 *    those for the visitor it has done the least work for go first (`VirtualClock`).
 * 2. Among callers, the one that has had the least time goes first (`VirtualClock`), counting its
 *    range.
 * 3. One caller gets at most 40% of the connections, and callers together leave a fifth to the
 *    server.
 * 4. A turn that keeps others waiting is ended (`turn-watch.ts`).
 * 5. A demanding statement, one that by its structure may take long, waits for ordinary ones.
 *    Demanding statements get half of the callers' connections and, where canceling one blocks
 *    everyone, half of the time. So ordinary statements get through however many demanding ones
 *    there are.
 * 6. Callers with recent large answers take turns one at a time, since building and sending those
 *    takes CPU time away from everyone else.
 */
export class FairTurns implements TurnObserver, WatchedTurns {
  /** Charged in milliseconds of turn time. */
  readonly callers = new TurnCallers(shortWork);
  /** The visitors that the server itself works for, charged in statements. */
  private readonly visitors = new TurnCallers(fewStatements);
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
  private closedToCallers: Error | null = null;
  private demandingFrom = 0;
  /** A pause to restart once a connection is back. */
  private pauseAfterReopening = 0;
  private pauseTimer: NodeJS.Timeout | null = null;

  constructor(options: FairTurnsOptions) {
    const { slots } = options;
    this.options = options;
    this.forCallers = Math.max(1, slots - Math.ceil(slots / 5));
    this.perCaller = Math.max(1, Math.floor(slots * 0.4));
    this.forHeavy = Math.max(1, Math.floor(this.forCallers / 2));
    this.watch = new TurnWatch(this, options.turnTimeout);
  }

  /** Waits for a turn; `key` identifies the caller, and the project's own server has none. */
  begin(key?: string, { isDemanding = false }: TurnOptions = {}): Promise<Turn> {
    const caller = key === undefined ? null : this.callers.of(key);
    const now = performance.now();
    if (caller) {
      if (this.closedToCallers) return Promise.reject(this.closedToCallers);
      if (caller.refusedUntil > now) return Promise.reject(busy(caller.refusedUntil - now));
      if (!this.mayWait(caller)) return Promise.reject(busy(0));
    }
    const visitor = caller ? null : this.visitors.of(currentVisitor() ?? '');
    return new Promise((grant, refuse) => {
      const since = now;
      const turn: WaitingTurn = { caller, visitor, isDemanding, since, timer: null, grant, refuse };
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

  /** Ends the turns of callers and grants them no more; the server's own turns may finish. */
  closeToCallers(reason: Error): void {
    this.closedToCallers = reason;
    for (const caller of [...this.waitingCallers]) {
      for (const waiting of [...caller.waiting]) this.turnAway(waiting, reason);
    }
    for (const turn of this.running) turn.interruptNow();
  }

  started(): void {
    if (this.options.turnTimeout) this.watch.start();
    if (this.pauseAfterReopening === 0) return;
    this.pauseDemanding(performance.now(), this.pauseAfterReopening);
    this.pauseAfterReopening = 0;
  }

  ended(turn: RunningTurn): void {
    this.running.delete(turn);
    const { caller } = turn;
    if (caller) {
      const now = performance.now();
      caller.running -= 1;
      this.callers.charge(caller, turn.took(), now);
      this.callers.countReceived(caller, turn.bytes, now);
      if (turn.isDemanding) this.pauseDemanding(now, Math.min(turn.took(), longestPause));
      if (!turn.interrupted) caller.finished += 1;
    }
    this.dispatch();
  }

  get waiting(): number {
    return this.waitingCalls + this.waitingOwn.length;
  }

  get isAnyoneWaiting(): boolean {
    return this.waiting > 0;
  }

  /** Counts the server's own calls, and callers within their share. */
  heldUp(milliseconds: number, now: number): number {
    const isLate = ({ since }: WaitingTurn) => now - since >= milliseconds;
    let count = this.waitingOwn.filter(isLate).length;
    const mayReceiveMuch = this.mayReceiveMuch();
    for (const caller of this.waitingCallers) {
      if (!mayReceiveMuch && this.callers.receivesMuch(caller, now)) continue;
      const next = nextOf(caller, now >= this.demandingFrom);
      if (caller.running < this.perCaller && next && isLate(next)) count += 1;
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
    this.pauseAfterReopening = this.callers.pauseAfterOffense(now);
    this.pauseDemanding(now, this.pauseAfterReopening);
    for (const waiting of [...caller.waiting]) this.turnAway(waiting, busy(refusal));
  }

  private dispatch(): void {
    while (this.running.size < this.options.slots) {
      const next = this.nextOfCallers();
      const isOwnTurn = this.waitingOwn.length > 0;
      if (isOwnTurn && (!next || this.ownInARow < ownTurnsInARow)) {
        this.ownInARow += 1;
        this.grant(this.takeOwn());
      } else if (next) {
        this.ownInARow = 0;
        this.remove(next);
        this.grant(next);
      } else {
        return;
      }
    }
  }

  /** Takes the server's turn for the visitor it has done the least work for. */
  private takeOwn(): WaitingTurn {
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    for (const [index, { visitor }] of this.waitingOwn.entries()) {
      const place = visitor ? this.visitors.placeOf(visitor) : 0;
      if (place >= least) continue;
      best = index;
      least = place;
    }
    const [taken] = this.waitingOwn.splice(best, 1) as [WaitingTurn];
    if (taken.visitor) {
      this.visitors.begin(taken.visitor);
      this.visitors.charge(taken.visitor, 1, performance.now());
    }
    return taken;
  }

  private grant(waiting: WaitingTurn): void {
    if (waiting.timer) clearTimeout(waiting.timer);
    const { caller, isDemanding } = waiting;
    const receivesMuch = caller !== null && this.callers.receivesMuch(caller, performance.now());
    const turn = new RunningTurn(this, caller, { isDemanding, receivesMuch });
    this.running.add(turn);
    if (caller) {
      caller.running += 1;
      this.callers.begin(caller);
    }
    waiting.grant(turn);
  }

  /** The next waiting caller's turn that may have another connection. */
  private nextOfCallers(): WaitingTurn | null {
    if (this.waitingCallers.size === 0) return null;
    const now = performance.now();
    let callersRunning = 0;
    let heavyRunning = 0;
    for (const { caller, isDemanding } of this.running) {
      if (!caller) continue;
      callersRunning += 1;
      if (isDemanding || this.callers.isHeavy(caller, now)) heavyRunning += 1;
    }
    if (callersRunning >= this.forCallers) return null;
    const mayBeHeavy = heavyRunning < this.forHeavy;
    const mayReceiveMuch = this.mayReceiveMuch();
    let best: WaitingTurn | null = null;
    for (const caller of this.waitingCallers) {
      if (caller.running >= this.perCaller) continue;
      if (!mayBeHeavy && this.callers.isHeavy(caller, now)) continue;
      if (!mayReceiveMuch && this.callers.receivesMuch(caller, now)) continue;
      const next = nextOf(caller, mayBeHeavy && now >= this.demandingFrom);
      if (next && (!best || this.goesBefore(next, best, now))) best = next;
    }
    return best;
  }

  private mayReceiveMuch(): boolean {
    const holdsBack = (turn: RunningTurn) => turn.receivesMuch && turn.took() < longestAlone;
    return ![...this.running].some(holdsBack);
  }

  private goesBefore(one: WaitingTurn, other: WaitingTurn, now: number): boolean {
    const hasToWait = ({ isDemanding, since }: WaitingTurn) =>
      isDemanding && now - since < longestBehindOrdinary;
    if (hasToWait(one) !== hasToWait(other)) return hasToWait(other);
    return this.callers.goesBefore(one.caller as Caller, other.caller as Caller, now);
  }

  /** Where a long turn blocks everyone, keeps another one from following right away. */
  private pauseDemanding(now: number, milliseconds: number): void {
    if (!this.options.interruptIsCostly) return;
    this.demandingFrom = Math.max(this.demandingFrom, now + milliseconds);
    if (this.pauseTimer) clearTimeout(this.pauseTimer);
    this.pauseTimer = setTimeout(() => {
      this.pauseTimer = null;
      this.demandingFrom = 0;
      this.dispatch();
    }, this.demandingFrom - now).unref();
  }

  /** If the queue is full, the caller or range with the most waiting turns gives one up. */
  private mayWait(caller: Caller): boolean {
    if (caller.waiting.length >= waitingPerCaller) return false;
    if (this.waitingCalls < waitingInAll) return true;
    const ofRange = new Map<Caller['range'], number>();
    for (const { range, waiting } of this.waitingCallers) {
      if (range) ofRange.set(range, (ofRange.get(range) ?? 0) + waiting.length);
    }
    const loadOf = ({ range, waiting }: Caller, more = 0) =>
      Math.max(
        waiting.length + more,
        range ? ((ofRange.get(range) ?? 0) + more) / visitorsOfRange : 0,
      );
    let heaviest = caller;
    let most = loadOf(caller, 1);
    for (const other of this.waitingCallers) {
      if (loadOf(other) <= most) continue;
      heaviest = other;
      most = loadOf(other);
    }
    const last = heaviest === caller ? undefined : heaviest.waiting.at(-1);
    if (!last) return false;
    this.turnAway(last, busy(0));
    return true;
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

/** A caller's own ordinary turns also go before its demanding ones. */
const nextOf = ({ waiting }: Caller, mayDemand: boolean): WaitingTurn | undefined =>
  waiting.find(({ isDemanding }) => !isDemanding) ?? (mayDemand ? waiting[0] : undefined);

const busy = (milliseconds: number) => new CallerBusy(Math.max(1, Math.ceil(milliseconds / 1_000)));
