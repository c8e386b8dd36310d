import { statementTimedOut } from './database-error.ts';
import type { Caller } from './turn-callers.ts';

export interface Turn {
  readonly interrupted: boolean;
  /** Rejects if the turn is ended early. */
  readonly interruption: Promise<never>;
  /**
   * The connection is ready: time counts from now. A turn without `interrupt` is never cut short.
   * Without `asCaller`, the statements are the server's own, even if a caller caused them.
   */
  start(interrupt?: Interruptible, asCaller?: boolean): void;
  /** Adds to the bytes the caller has received. */
  received(bytes: number): void;
  /** Must be called exactly once. */
  end(): void;
}

export interface Interruptible {
  /** Cancels the running statement. */
  interrupt: () => void;
  /** Whether a statement is running, if known; between two statements there is nothing to cancel. */
  isBusy?: () => boolean;
  /** The CPU time it has used, if known; wall time is longer on a busy machine. */
  processor?: () => ProcessorUse | null;
}

export interface ProcessorUse {
  /** Milliseconds of CPU time so far. */
  time: number;
  /** It is waiting for something other than the CPU. */
  isAsleep: boolean;
}

/** Is notified when a turn starts and ends. */
export interface TurnObserver {
  started(): void;
  ended(turn: RunningTurn): void;
}

/** An ended turn that is still running a statement after this many milliseconds is interrupted again. */
const secondTry = 250;
/** Consecutive checks that must find it asleep; a single one may fall between two steps of work. */
const asleepLooks = 4;

export interface TurnKind {
  isDemanding: boolean;
  receivesMuch: boolean;
}

/** One turn, from the moment it is granted a connection. */
export class RunningTurn implements Turn {
  readonly caller: Caller | null;
  readonly isDemanding: boolean;
  /** Whether its caller had received large answers when it began. */
  readonly receivesMuch: boolean;
  interrupted = false;
  bytes = 0;
  readonly interruption: Promise<never>;
  private readonly keeper: TurnObserver;
  private readonly reject: (error: Error) => void;
  private startedAt: number | null = null;
  private interruptedAt = 0;
  private hasEndedStatement = false;
  private before: number | null = null;
  private foundAsleep = 0;
  private interruptible: Interruptible | undefined;
  runsAsCaller = true;

  constructor(keeper: TurnObserver, caller: Caller | null, kind: TurnKind) {
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

  /** It was ended between two statements, but another one started anyway. */
  get isStuck(): boolean {
    return (
      this.interruptible !== undefined &&
      this.interrupted &&
      !this.hasEndedStatement &&
      performance.now() - this.interruptedAt >= secondTry &&
      this.isBusy
    );
  }

  /** Excludes time during which this process was unable to do anything. */
  forgive(milliseconds: number): void {
    if (this.startedAt !== null) this.startedAt += milliseconds;
  }

  took(): number {
    return this.startedAt === null ? 0 : performance.now() - this.startedAt;
  }

  /** Whether its CPU time is known. */
  get isMeasured(): boolean {
    return this.interruptible?.processor !== undefined;
  }

  /** Milliseconds of CPU time, or of wall time if that isn't known. */
  worked(): number {
    const now = this.interruptible?.processor?.()?.time ?? null;
    return now === null || this.before === null ? this.took() : now - this.before;
  }

  /** Neither working nor waiting for the CPU. */
  get isIdle(): boolean {
    return !this.isBusy || this.foundAsleep >= asleepLooks;
  }

  /** Called from soon after the start on, so only long turns pay for these readings. */
  measure(): void {
    const use = this.interruptible?.processor?.() ?? null;
    this.before ??= use?.time ?? null;
    this.foundAsleep = use?.isAsleep ? this.foundAsleep + 1 : 0;
  }

  /** Returns whether a statement had to be canceled. */
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
