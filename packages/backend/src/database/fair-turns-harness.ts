import { vi } from 'vitest';
import type { FairTurns } from './fair-turns.ts';
import type { Turn } from './running-turn.ts';

export const onPostgres = { slots: 10, waitTimeout: 0, turnTimeout: 0, interruptIsCostly: false };
export const onPglite = { slots: 1, waitTimeout: 0, turnTimeout: 5_000, interruptIsCostly: true };

/** Starts `count` turns for a caller and records the granted ones in order. */
export function ask(
  turns: FairTurns,
  granted: [string, Turn][],
  caller: string | undefined,
  count = 1,
  isDemanding = false,
) {
  for (let index = 0; index < count; index += 1) {
    turns.begin(caller, { isDemanding }).then(
      (turn) => {
        granted.push([caller ?? 'shop', turn]);
        turn.start({ interrupt: () => {} });
      },
      () => {},
    );
  }
}

export const settle = () => vi.advanceTimersByTimeAsync(0);

/** Ends the most recently granted turn after that many milliseconds. */
export async function endLast(granted: [string, Turn][], milliseconds = 0) {
  vi.advanceTimersByTime(milliseconds);
  granted.at(-1)?.[1].end();
  await settle();
}

export const names = (granted: [string, Turn][]) => granted.map(([name]) => name);
