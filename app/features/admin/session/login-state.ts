/** Why the guard sent somebody to the login in the middle of their work. */
export type SignOutReason = 'ended' | 'removed' | 'step';

/** What the guard passes to the login in the history state. */
export interface LoginState {
  /** The page to return to. */
  from?: string;
  because?: SignOutReason;
}

/** What the login passes to the page it returns to: forms restore what was typed there. */
export const resumedState = { resumed: true } as const;

export function isResumed(state: unknown): boolean {
  return (state as { resumed?: unknown } | null)?.resumed === true;
}
