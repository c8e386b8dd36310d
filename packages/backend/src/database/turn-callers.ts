import { LRUCache } from 'lru-cache';
import { type Account, VirtualClock } from '../virtual-clock.ts';
import type { WaitingTurn } from './fair-turns.ts';

/** What is known about a caller. */
export interface Caller extends Account {
  /** Milliseconds of recent turns, halved every `halfLife`. */
  usage: number;
  usageAt: number;
  /** Bytes of recent answers, halved every `halfLife`. */
  received: number;
  receivedAt: number;
  running: number;
  waiting: WaitingTurn[];
  finished: number;
  /** Statements that had to be canceled. */
  offenses: number;
  offendedAt: number;
  refusedUntil: number;
}

/** Short enough that what a caller did half a minute ago hardly counts (2%). */
const halfLife = 5_000;
/** Milliseconds of recent turns that make a caller heavy. */
const heavyUsage = 1_000;
/** Bytes; more than a page reads. */
const largeAnswers = 1024 * 1024;
/** Two statements canceled within this time count as an attack. */
const attackWindow = 30_000;
/** Milliseconds for which a caller is refused after each statement whose cancellation blocked everyone. */
const refusals = [5_000, 30_000, 120_000, 600_000];
/**
 * How long demanding turns of any caller pause after such a statement; doubles with each further
 * one. Meanwhile everyone else who is waiting gets served and the next thread gets ready.
 */
const shortestPause = 4_000;
const longestPause = 30_000;
/** An offense is forgotten after an hour. */
const forgetAfter = 3_600_000;

/** Tracks how much each caller has used and who has offended, and so who goes before whom. */
export class TurnCallers {
  private readonly clock: VirtualClock;
  private readonly callers = new LRUCache<string, Caller>({ max: 10_000 });
  private recentOffenses: number[] = [];

  /** `credit`: the lead that someone returning after a break gets over the others, in the units charged. */
  constructor(credit: number) {
    this.clock = new VirtualClock(credit);
  }

  of(key: string): Caller {
    const known = this.callers.get(key);
    if (known) return known;
    const caller: Caller = {
      ...this.clock.open(key),
      usage: 0,
      usageAt: 0,
      received: 0,
      receivedAt: 0,
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

  goesBefore(one: Caller, other: Caller, now: number): boolean {
    const rank = this.rankOf(one, now) - this.rankOf(other, now);
    if (rank !== 0) return rank < 0;
    const place = this.placeOf(one) - this.placeOf(other);
    if (place !== 0) return place < 0;
    return (one.waiting[0]?.since ?? 0) < (other.waiting[0]?.since ?? 0);
  }

  isHeavy(caller: Caller, now: number): boolean {
    return this.usageOf(caller, now) > heavyUsage;
  }

  /** The lowest goes first. */
  placeOf(caller: Caller): number {
    return this.clock.placeOf(caller);
  }

  begin(caller: Caller): void {
    this.clock.begin(caller);
  }

  charge(caller: Caller, milliseconds: number, now: number): void {
    this.clock.charge(caller, milliseconds);
    caller.usage = this.usageOf(caller, now) + milliseconds;
    caller.usageAt = now;
  }

  /** Has recently received so much that building and sending it holds up the CPU. */
  receivesMuch(caller: Caller, now: number): boolean {
    return this.receivedOf(caller, now) > largeAnswers;
  }

  countReceived(caller: Caller, bytes: number, now: number): void {
    caller.received = this.receivedOf(caller, now) + bytes;
    caller.receivedAt = now;
  }

  /** Several statements had to be canceled recently, and each blocked everyone. */
  isUnderAttack(now: number): boolean {
    return this.countOffenses(now) >= 2;
  }

  /** Milliseconds without a new demanding turn after a statement had to be canceled. */
  pauseAfterOffense(now: number): number {
    const count = this.countOffenses(now);
    return Math.min(longestPause, shortestPause * 2 ** (count - 1));
  }

  /** An attack is going on and this caller has no clean history. */
  isStranger(caller: Caller, now: number): boolean {
    if (caller.finished >= 3 && this.offensesOf(caller, now) === 0) return false;
    return this.isUnderAttack(now);
  }

  noteOffense(caller: Caller, now: number): void {
    caller.offenses = this.offensesOf(caller, now) + 1;
    caller.offendedAt = now;
  }

  /** Refuses the caller for a growing time. Returns its milliseconds. */
  refuse(caller: Caller, now: number): number {
    this.recentOffenses.push(now);
    const refusal = refusals[Math.min(caller.offenses, refusals.length) - 1] ?? 0;
    caller.refusedUntil = now + refusal;
    return refusal;
  }

  private countOffenses(now: number): number {
    this.recentOffenses = this.recentOffenses.filter((at) => now - at < attackWindow);
    return this.recentOffenses.length;
  }

  private rankOf(caller: Caller, now: number): number {
    if (this.offensesOf(caller, now) > 0) return 2;
    return this.isStranger(caller, now) ? 1 : 0;
  }

  private offensesOf(caller: Caller, now: number): number {
    return now - caller.offendedAt > forgetAfter ? 0 : caller.offenses;
  }

  private usageOf(caller: Caller, now: number): number {
    return caller.usage * 0.5 ** ((now - caller.usageAt) / halfLife);
  }

  private receivedOf(caller: Caller, now: number): number {
    return caller.received * 0.5 ** ((now - caller.receivedAt) / halfLife);
  }
}
