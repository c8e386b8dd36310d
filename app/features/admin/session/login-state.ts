/** Why the guard led somebody to the login in the middle of their work. */
export type SignOutReason = 'ended' | 'removed' | 'step';

/** What the guard tells the login by the history's state. */
export interface LoginState {
  /** The page to come back to. */
  from?: string;
  because?: SignOutReason;
}

/** What the login tells the page it leads back to: forms restore what was typed there. */
export const resumedState = { resumed: true } as const;

export function isResumed(state: unknown): boolean {
  return (state as { resumed?: unknown } | null)?.resumed === true;
}
