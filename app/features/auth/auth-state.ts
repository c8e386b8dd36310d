import type { SignInStep } from '#app/lib/sign-in.ts';
import type { AuthTab } from './auth-tabs.tsx';
import type { LinkMail } from './mail-requests.ts';
import type { Arrival } from './use-arrival.ts';

type SecondStepEntry = Extract<SignInStep, { kind: 'second-step' }>;
type PasswordEntry = Extract<SignInStep, { kind: 'choose-password' }>;
type OtherPersonEntry = Extract<SignInStep, { kind: 'other-person' }>;

export type AuthView =
  | { name: AuthTab }
  /** The session that waits for a new password; absent if the signed-in person chooses one. */
  | { name: 'reset'; entry?: PasswordEntry }
  | { name: 'request-mail'; mail: LinkMail }
  | { name: 'mail-sent'; mail: LinkMail; email: string }
  | { name: 'second-step' | 'recovery'; step: SecondStepEntry }
  | { name: 'other-person'; entry: OtherPersonEntry };

export interface AuthState {
  /** Null until the URL has been read and any link in it followed. */
  arrival: Arrival | null;
  /** The view that was navigated to; null for the one given by the URL. */
  chosen: AuthView | null;
  /** Survives a change of view; passwords stay only in their fields. */
  typed: { email?: string; full_name?: string };
}

export const freshState: AuthState = { arrival: null, chosen: null, typed: {} };

export type AuthEvent =
  | { type: 'arrived'; arrival: Arrival }
  | { type: 'typed'; field: 'email' | 'full_name'; text: string }
  | { type: 'tab-chosen'; tab: AuthTab }
  | { type: 'mail-wanted'; mail: LinkMail }
  | { type: 'mail-sent'; mail: LinkMail; email: string }
  | { type: 'entry'; entry: SignInStep }
  /** The authenticator app is lost. */
  | { type: 'recovery-wanted' }
  /** Back to the previous step, or to signing in. */
  | { type: 'back' };

export function reduceAuth(state: AuthState, event: AuthEvent): AuthState {
  const show = (chosen: AuthView): AuthState => ({ ...state, chosen });
  switch (event.type) {
    case 'arrived':
      return { ...state, arrival: event.arrival };
    case 'typed':
      return { ...state, typed: { ...state.typed, [event.field]: event.text } };
    case 'tab-chosen':
      return show({ name: event.tab });
    case 'mail-wanted':
      return show({ name: 'request-mail', mail: event.mail });
    case 'mail-sent':
      return show({ name: 'mail-sent', mail: event.mail, email: event.email });
    case 'entry':
      return show(viewOfEntry(event.entry) ?? { name: state.arrival?.reset ? 'reset' : 'sign-in' });
    case 'recovery-wanted': {
      const view = viewOf(state);
      return view.name === 'second-step' ? show({ name: 'recovery', step: view.step }) : state;
    }
    case 'back': {
      const view = viewOf(state);
      return show(
        view.name === 'recovery' ? { name: 'second-step', step: view.step } : { name: 'sign-in' },
      );
    }
  }
}

/** The current view. The page that links here may have asked for a tab, or for an email with a link. */
export function viewOf(
  { arrival, chosen }: AuthState,
  tab: AuthTab = 'sign-in',
  mail?: LinkMail,
): AuthView {
  if (chosen) return chosen;
  if (mail) return { name: 'request-mail', mail };
  const asked = arrival?.entry ? viewOfEntry(arrival.entry) : null;
  return asked ?? { name: arrival?.reset ? 'reset' : tab };
}

/** Null once signed in. */
export function viewOfEntry(entry: SignInStep): AuthView | null {
  switch (entry.kind) {
    case 'second-step':
      return { name: 'second-step', step: entry };
    case 'other-person':
      return { name: 'other-person', entry };
    case 'choose-password':
      return { name: 'reset', entry };
    default:
      return null;
  }
}
