import { LRUCache } from 'lru-cache';
import { CallerBusy, DatabaseUnavailable, statementTimedOut } from './database-error.ts';

export interface FairTurnsOptions {
  /** Connections, and so turns at a time. */
  slots: number;
  /** Milliseconds to wait for a turn; 0 for ever. Callers never wait longer than half a minute. */
  waitTimeout: number;
  /** Milliseconds after which a caller's turn ends even when nobody waits; 0 for never. */
  turnTimeout: number;
  /** Whether ending a turn early holds everybody up, so that who causes it repeatedly is refused. */
  interruptIsCostly: boolean;
}

export interface Turn {
  readonly interrupted: boolean;
  /** Rejects when the turn was ended early. */
  readonly interruption: Promise<never>;
  /** The connection is there: time counts from now. A turn without `interrupt` is never cut short. */
  start(interrupt?: Interruptible): void;
  /** Must be called exactly once. */
  end(): void;
}

export interface Interruptible {
  interrupt: () => void;
  /** Milliseconds of processor time so far, where that is known; a busy machine stretches time. */
  processorTime?: () => number | null;
}

/** A caller's turn may be ended when it has taken this long and another has waited that long. */
const patience = { turn: 400, wait: 300 };
/** The same for callers not known from before, after several turns had to be ended. */
const impatience = { turn: 150, wait: 100 };
/** A turn that hardly worked was kept waiting by the machine; it ends at this time all the same. */
const longestIdle = 2_500;
const halfLife = 5_000;
const heavyUsage = 1_000;
const waitingPerCaller = 256;
const waitingInAll = 4_096;
const longestWait = 30_000;
const turnsOfTheShopInARow = 8;
const forgetAfter = 600_000;
const attackWindow = 30_000;
const refusals = [2_000, 10_000, 60_000, 300_000];

interface Caller {
  /** Milliseconds of recent turns, halved every `halfLife`. */
  usage: number;
  usageAt: number;
  running: number;
  waiting: WaitingTurn[];
  finished: number;
  /** Turns that had to be ended early. */
  offenses: number;
  offendedAt: number;
  refusedUntil: number;
}

interface WaitingTurn {
  caller: Caller | null;
  since: number;
  timer: NodeJS.Timeout | null;
  grant: (turn: RunningTurn) => void;
  refuse: (error: Error) => void;
}

/**
 * Who uses the connections next. The project's own server goes first; of the callers the one that
 * had the least time lately. One caller holds at most 40 % of the connections, callers together
 * leave some to the server, and a turn that keeps others waiting is ended.
 */
export class FairTurns {
  private readonly options: FairTurnsOptions;
  private readonly perCaller: number;
  private readonly forCallers: number;
  private readonly forHeavy: number;
  private readonly callers = new LRUCache<string, Caller>({ max: 10_000 });
  private readonly waitingCallers = new Set<Caller>();
  private readonly waitingOwn: WaitingTurn[] = [];
  private readonly running = new Set<RunningTurn>();
  private recentOffenses: number[] = [];
  private waitingCalls = 0;
  private ownInARow = 0;
  private watch: NodeJS.Timeout | null = null;

  constructor(options: FairTurnsOptions) {
    const { slots } = options;
    this.options = options;
    this.forCallers = Math.max(1, slots - Math.ceil(slots / 5));
    this.perCaller = Math.max(1, Math.floor(slots * 0.4));
    this.forHeavy = Math.max(1, Math.floor(this.forCallers / 2));
  }

  /** Waits for a turn; `key` names the caller, the project's own server has none. */
  begin(key?: string): Promise<Turn> {
    const caller = key === undefined ? null : this.callerOf(key);
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
      this.startWatch();
    });
  }

  /** Ends the turns of callers; the server's own are waited for. */
  interruptCallers(): void {
    for (const turn of this.running) turn.interruptNow();
  }

  started(): void {
    if (this.options.turnTimeout) this.startWatch();
  }

  ended(turn: RunningTurn): void {
    this.running.delete(turn);
    const { caller } = turn;
    if (caller) {
      caller.running -= 1;
      this.charge(caller, turn.took());
      if (!turn.interrupted) caller.finished += 1;
    }
    this.dispatch();
  }

  private callerOf(key: string): Caller {
    const known = this.callers.get(key);
    if (known) return known;
    const caller: Caller = {
      usage: 0,
      usageAt: 0,
      running: 0,
      waiting: [],
      finished: 0,
      offenses: 0,
      offendedAt: 0,
      refusedUntil: 0,
    };
    this.callers.set(key, caller);
    return caller;
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
      if (this.isHeavy(caller, now)) heavyRunning += 1;
    }
    if (callersRunning >= this.forCallers) return null;
    let best: Caller | null = null;
    for (const caller of this.waitingCallers) {
      if (caller.running >= this.perCaller) continue;
      if (heavyRunning >= this.forHeavy && this.isHeavy(caller, now)) continue;
      if (!best || this.goesBefore(caller, best, now)) best = caller;
    }
    return best;
  }

  private goesBefore(one: Caller, other: Caller, now: number): boolean {
    const rank = this.rankOf(one, now) - this.rankOf(other, now);
    if (rank !== 0) return rank < 0;
    const usage = this.usageOf(one, now) - this.usageOf(other, now);
    if (usage !== 0) return usage < 0;
    return (one.waiting[0]?.since ?? 0) < (other.waiting[0]?.since ?? 0);
  }

  private rankOf(caller: Caller, now: number): number {
    if (this.offensesOf(caller, now) > 0) return 2;
    return this.isStranger(caller, now) ? 1 : 0;
  }

  /** Not known from before, while several turns had to be ended. */
  private isStranger(caller: Caller, now: number): boolean {
    if (caller.finished >= 3 && this.offensesOf(caller, now) === 0) return false;
    this.recentOffenses = this.recentOffenses.filter((at) => now - at < attackWindow);
    return this.recentOffenses.length >= 2;
  }

  private offensesOf(caller: Caller, now: number): number {
    return now - caller.offendedAt > forgetAfter ? 0 : caller.offenses;
  }

  private usageOf(caller: Caller, now: number): number {
    return caller.usage * 0.5 ** ((now - caller.usageAt) / halfLife);
  }

  private isHeavy(caller: Caller, now: number): boolean {
    return this.usageOf(caller, now) > heavyUsage;
  }

  private charge(caller: Caller, milliseconds: number): void {
    const now = performance.now();
    caller.usage = this.usageOf(caller, now) + milliseconds;
    caller.usageAt = now;
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

  private giveUp(turn: WaitingTurn): void {
    this.remove(turn);
    turn.refuse(
      turn.caller && turn.caller.running > 0
        ? busy(0)
        : new DatabaseUnavailable(new Error('timeout exceeded when trying to connect')),
    );
  }

  private startWatch(): void {
    this.watch ??= setInterval(() => this.look(), 25).unref();
  }

  private look(): void {
    const now = performance.now();
    const cuttable = [...this.running].filter((turn) => turn.isCuttable);
    if (this.waitingCalls + this.waitingOwn.length + cuttable.length === 0 && this.watch) {
      clearInterval(this.watch);
      this.watch = null;
      return;
    }
    const { turnTimeout } = this.options;
    for (const turn of cuttable) {
      turn.measure();
      if (turnTimeout && turn.took() >= turnTimeout) this.interrupt(turn, now);
    }
    const overdue = cuttable
      .filter((turn) => turn.isCuttable && this.isOverdue(turn, now))
      .sort((one, other) => other.took() - one.took());
    let ending = [...this.running].filter((turn) => turn.interrupted).length;
    const waiting = this.heldUp(now);
    for (const turn of overdue) {
      if (ending >= waiting) return;
      this.interrupt(turn, now);
      ending += 1;
    }
  }

  private isOverdue(turn: RunningTurn, now: number): boolean {
    const limit = (turn.caller && this.isStranger(turn.caller, now) ? impatience : patience).turn;
    const took = turn.took();
    return took >= limit && (took >= longestIdle || turn.worked() >= limit / 2);
  }

  /** How many wait because of others: the server's own calls, and callers within their share. */
  private heldUp(now: number): number {
    this.recentOffenses = this.recentOffenses.filter((at) => now - at < attackWindow);
    const { wait } = this.recentOffenses.length >= 2 ? impatience : patience;
    let count = this.waitingOwn.filter(({ since }) => now - since >= wait).length;
    for (const caller of this.waitingCallers) {
      const first = caller.waiting[0];
      if (caller.running < this.perCaller && first && now - first.since >= wait) count += 1;
    }
    return count;
  }

  private interrupt(turn: RunningTurn, now: number): void {
    const { caller } = turn;
    if (caller) {
      caller.offenses = this.offensesOf(caller, now) + 1;
      caller.offendedAt = now;
      const underAttack = this.recentOffenses.length >= 2;
      if (this.options.interruptIsCostly) {
        this.recentOffenses.push(now);
        if (caller.offenses > 1 || underAttack) this.refuse(caller, now);
      }
    }
    turn.interruptNow();
  }

  private refuse(caller: Caller, now: number): void {
    const refusal = refusals[Math.min(caller.offenses, refusals.length) - 1] ?? 0;
    caller.refusedUntil = now + refusal;
    for (const turn of [...caller.waiting]) {
      if (turn.timer) clearTimeout(turn.timer);
      this.remove(turn);
      turn.refuse(busy(refusal));
    }
  }
}

class RunningTurn implements Turn {
  readonly caller: Caller | null;
  interrupted = false;
  readonly interruption: Promise<never>;
  private readonly turns: FairTurns;
  private readonly reject: (error: Error) => void;
  private startedAt: number | null = null;
  private before: number | null = null;
  private interruptible: Interruptible | undefined;

  constructor(turns: FairTurns, caller: Caller | null) {
    this.turns = turns;
    this.caller = caller;
    const { promise, reject } = Promise.withResolvers<never>();
    promise.catch(() => {});
    this.interruption = promise;
    this.reject = reject;
  }

  get isCuttable(): boolean {
    return this.interruptible !== undefined && !this.interrupted;
  }

  start(interruptible?: Interruptible): void {
    this.startedAt = performance.now();
    this.interruptible = interruptible;
    if (interruptible) this.turns.started();
  }

  end(): void {
    this.interruptible = undefined;
    this.turns.ended(this);
  }

  took(): number {
    return this.startedAt === null ? 0 : performance.now() - this.startedAt;
  }

  worked(): number {
    const now = this.interruptible?.processorTime?.() ?? null;
    return now === null || this.before === null ? this.took() : now - this.before;
  }

  /** Looked at for the first time soon after its start; only long turns cost these readings. */
  measure(): void {
    this.before ??= this.interruptible?.processorTime?.() ?? null;
  }

  interruptNow(): void {
    if (!this.interruptible || this.interrupted) return;
    this.interrupted = true;
    this.reject(statementTimedOut());
    this.interruptible.interrupt();
  }
}

const busy = (milliseconds: number) => new CallerBusy(Math.max(1, Math.ceil(milliseconds / 1_000)));
