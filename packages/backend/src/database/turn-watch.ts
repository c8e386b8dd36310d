import type { RunningTurn } from './running-turn.ts';
import type { Caller, TurnCallers } from './turn-callers.ts';

/** What the watch needs to know about the turns. */
export interface WatchedTurns {
  readonly callers: TurnCallers;
  readonly running: ReadonlySet<RunningTurn>;
  readonly isAnyoneWaiting: boolean;
  /** How many have been waiting that many milliseconds because of others. */
  heldUp(milliseconds: number, now: number): number;
  /** Ends a turn early. */
  interrupt(turn: RunningTurn, now: number): void;
}

/**
 * A caller's turn may be ended once it has taken `turn` ms and somebody has waited `wait` ms. Both
 * are required, since ending a turn of the embedded database makes everyone wait for its restart.
 */
const patience = { turn: 400, wait: 300 };
/** The same for unknown callers, after several turns had to be ended. */
const impatience = { turn: 150, wait: 100 };
/** A turn that does nothing is ended after this long if others are waiting. */
const longestIdle = 1_000;
/** A turn that got hardly any CPU time is not to blame, and gets longer. */
const longestStarved = 2_500;
/**
 * The server's own statements on a caller's behalf are cheap. If their CPU time isn't known, what
 * delays them is assumed to be a lock or a disk.
 */
const longestOnBehalf = 5_000;
/** A quarter of the shortest time after which anything is ended. */
const everyMs = 25;

/** Watches the running turns while any of them could keep somebody waiting, and ends those that do. */
export class TurnWatch {
  private readonly turns: WatchedTurns;
  /** Milliseconds after which a caller's turn is ended even if no one is waiting; 0 for never. */
  private readonly turnTimeout: number;
  private timer: NodeJS.Timeout | null = null;
  private lookedAt = 0;

  constructor(turns: WatchedTurns, turnTimeout: number) {
    this.turns = turns;
    this.turnTimeout = turnTimeout;
  }

  start(): void {
    if (this.timer) return;
    this.lookedAt = performance.now();
    this.timer = setInterval(() => this.look(), everyMs).unref();
  }

  private look(): void {
    const { running, isAnyoneWaiting, callers } = this.turns;
    const now = performance.now();
    const late = now - this.lookedAt - everyMs;
    this.lookedAt = now;
    if (late > everyMs) for (const turn of running) turn.forgive(late);
    const cuttable = [...running].filter((turn) => turn.isCuttable);
    const isAnyEnding = [...running].some((turn) => turn.interrupted);
    if (!isAnyoneWaiting && !isAnyEnding && cuttable.length === 0 && this.timer) {
      clearInterval(this.timer);
      this.timer = null;
      return;
    }
    for (const turn of running) if (turn.isStuck) this.turns.interrupt(turn, now);
    for (const turn of cuttable) {
      turn.measure();
      if (this.turnTimeout && turn.took() >= this.turnTimeout) this.turns.interrupt(turn, now);
    }
    const overdue = cuttable
      .filter((turn) => turn.isCuttable && this.isOverdue(turn, now))
      .sort((one, other) => other.took() - one.took());
    let ending = [...running].filter((turn) => turn.interrupted).length;
    const { wait } = callers.isUnderAttack(now) ? impatience : patience;
    const waiting = this.turns.heldUp(wait, now);
    for (const turn of overdue) {
      if (ending >= waiting) return;
      this.turns.interrupt(turn, now);
      ending += 1;
    }
  }

  private isOverdue(turn: RunningTurn, now: number): boolean {
    const limit = (this.isStranger(turn.caller, now) ? impatience : patience).turn;
    const took = turn.took();
    if (took < limit) return false;
    if (!turn.runsAsCaller && !turn.isMeasured) return took >= longestOnBehalf;
    if (turn.worked() >= limit / 2) return true;
    return took >= (turn.isIdle ? longestIdle : longestStarved);
  }

  private isStranger(caller: Caller | null, now: number): boolean {
    return caller !== null && this.turns.callers.isStranger(caller, now);
  }
}
