import { DatabaseClosing } from '@liv-fit/backend/database';
import { isBrokenOff } from './read-body.ts';

/** Whether an error is nobody's fault: a visitor left, or the process is shutting down. */
export function isHarmlessError(error: unknown): boolean {
  return isBrokenOff(error) || error instanceof DatabaseClosing;
}
