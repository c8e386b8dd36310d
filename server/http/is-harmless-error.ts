import { DatabaseClosing } from '@liv-fit/backend/database';
import { isBrokenOff } from './read-body.ts';

/** Whether an error is nobody's mistake: a visitor went away, or the process is ending. */
export function isHarmlessError(error: unknown): boolean {
  return isBrokenOff(error) || error instanceof DatabaseClosing;
}
