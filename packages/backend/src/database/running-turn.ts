import { statementTimedOut } from './database-error.ts';
import type { Caller } from './turn-callers.ts';

export interface Turn {
  readonly interrupted: boolean;
  /** Rejects when the turn was ended early. */
  readonly interruption: Promise<never>;
  /**
   * The connection is there: time counts from now. A turn without `interrupt` is never cut short; of
   * one that is not `asCaller` the statements are the server's own, though a caller brought it about.
   */
  start(interrupt?: Interruptible, asCaller?: boolean): void;
  /** Counts what the caller was given, in bytes. */
  received(bytes: number): void;
  /** Must be called exactly once. */
  end(): void;
}

export interface Interruptible {
  /** Ends the statement that runs. */
  interrupt: () => void;
  /** Whether a statement runs, where that is known; between two of them there is nothing to end. */
  isBusy?: () => boolean;
  /** What the processor did for it, where that is known; a busy machine stretches time. */
  processor?: () => ProcessorUse | null;
}

export interface ProcessorUse {
  /** Milliseconds so far. */
  time: number;
  /** It waits by itself, not for the processor. */
  isAsleep: boolean;
}

/** How the turns hear of what becomes of one. */
export interface TurnKeeper {
  started(): void;
  ended(turn: RunningTurn): void;
}

/** A turn that was told to end and still runs a statement after this time is told again. */
const secondTry = 250;
/** Looks in a row that must find it asleep; a glance may catch any work between two steps. */
const asleepLooks = 4;

export interface TurnKind {
  isDemanding: boolean;
  receivesMuch: boolean;
}

/** One turn, from the moment a connection is its. */
export class RunningTurn implements Turn {
  readonly caller: Caller | null;
  readonly isDemanding: boolean;
  /** Its caller had been given much by the time it began. */
  readonly receivesMuch: boolean;
  interrupted = false;
  bytes = 0;
  readonly interruption: Promise<never>;
  private readonly keeper: TurnKeeper;
  private readonly reject: (error: Error) => void;
  private startedAt: number | null = null;
  private interruptedAt = 0;
  private hasEndedStatement = false;
  private before: number | null = null;
  private foundAsleep = 0;
  private interruptible: Interruptible | undefined;
  runsAsCaller = true;

  constructor(keeper: TurnKeeper, caller: Caller | null, kind: TurnKind) {
    this.keeper = keeper;
    this.caller = caller;
    this.isDemanding = kind.isDemanding;
    this.receivesMuch = kind.receivesMuch;
    const { promise, reject } = Promise.withResolvers<never>();
    promise.catch(() => {});
    this.interruption = promise;
    this.reject = reject;
  }

  start(interruptible?: Interruptible, asCaller = true): void {
    this.startedAt = performance.now();
    this.runsAsCaller = asCaller;
    this.interruptible = interruptible;
    this.keeper.started();
  }

  received(bytes: number): void {
    this.bytes += bytes;
  }

  end(): void {
    this.interruptible = undefined;
    this.keeper.ended(this);
  }

  get isCuttable(): boolean {
    return this.interruptible !== undefined && !this.interrupted;
  }

  /** It was ended between two statements, and one began all the same. */
  get isStuck(): boolean {
    return (
      this.interruptible !== undefined &&
      this.interrupted &&
      !this.hasEndedStatement &&
      performance.now() - this.interruptedAt >= secondTry &&
      this.isBusy
    );
  }

  /** Leaves time out in which this process could do nothing. */
  forgive(milliseconds: number): void {
    if (this.startedAt !== null) this.startedAt += milliseconds;
  }

  took(): number {
    return this.startedAt === null ? 0 : performance.now() - this.startedAt;
  }

  /** Whether it is known how much the processor did for it. */
  get isMeasured(): boolean {
    return this.interruptible?.processor !== undefined;
  }

  /** Milliseconds of processor time; of any time where that is not known. */
  worked(): number {
    const now = this.interruptible?.processor?.()?.time ?? null;
    return now === null || this.before === null ? this.took() : now - this.before;
  }

  /** Neither works nor waits for the processor. */
  get isIdle(): boolean {
    return !this.isBusy || this.foundAsleep >= asleepLooks;
  }

  /** Looked at for the first time soon after its start; only long turns cost these readings. */
  measure(): void {
    const use = this.interruptible?.processor?.() ?? null;
    this.before ??= use?.time ?? null;
    this.foundAsleep = use?.isAsleep ? this.foundAsleep + 1 : 0;
  }

  /** Returns whether a statement had to be ended. */
  interruptNow(): boolean {
    if (!this.interruptible) return false;
    if (!this.interrupted) {
      this.interrupted = true;
      this.interruptedAt = performance.now();
      this.reject(statementTimedOut());
    }
    if (this.hasEndedStatement || !this.isBusy) return false;
    this.hasEndedStatement = true;
    this.interruptible.interrupt();
    return true;
  }

  private get isBusy(): boolean {
    return this.interruptible?.isBusy?.() ?? true;
  }
}
