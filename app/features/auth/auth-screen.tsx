import { Suspense, useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { lazyPart } from '#app/components/ui/lazy-part.tsx';
import { Spinner } from '#app/components/ui/spinner.tsx';
import { dismissToasts } from '#app/components/ui/toast.ts';
import type { SignInStep } from '#app/lib/sign-in.ts';
import { useStoredSession } from '#app/lib/stored-session.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { type AuthView, freshState, reduceAuth, viewOf, viewOfEntry } from './auth-state.ts';
import type { AuthTab } from './auth-tabs.tsx';
import { CheckYourEmail } from './check-your-email.tsx';
import { FocusHeading } from './focus-heading.tsx';
import { LinkNotice } from './link-notice.tsx';
import type { LinkMail } from './mail-requests.ts';
import { OtherPerson } from './other-person.tsx';
import { reloadOlderTab, usePreparation } from './reload-older.ts';
import { RequestMail } from './request-mail.tsx';
import { ResetPassword } from './reset-password.tsx';
import { showWelcome } from './show-welcome.ts';
import { SignInOrUp } from './sign-in-or-up.tsx';
import { useArrival } from './use-arrival.ts';
import { useRedirectSignedIn } from './use-leave-signed-in.ts';

const SecondStep = lazyPart(async () => ({
  default: (await import('#app/components/two-step/second-step.tsx')).SecondStep,
}));
const RecoveryStep = lazyPart(async () => ({
  default: (await import('#app/components/two-step/recovery-step.tsx')).RecoveryStep,
}));

/** What the page that links here can fill in (never in the URL, because it is personal). */
export interface Prefilled {
  tab?: AuthTab;
  /** The emailed link to request; its form is shown right away. */
  mail?: LinkMail;
  email?: string | undefined;
  full_name?: string | undefined;
  /** Where the visitor wanted to go. */
  from?: string;
}

/** Sign in, sign up, forgot and reset password (requirements §2.13, Auth). */
export function AuthScreen() {
  const { publishableKey } = useShop();
  const navigate = useNavigate();
  const session = useStoredSession();
  const { state: given } = useLocation();
  // Ignored until hydration, because after a full load the server has rendered the page without it.
  const prefilled = ((useHydrated() && given) || {}) as Prefilled;
  const [state, dispatch] = useReducer(reduceAuth, freshState);
  useArrival(publishableKey, (arrived) => dispatch({ type: 'arrived', arrival: arrived }));
  const { arrival, chosen, typed } = state;
  const view = viewOf(state, prefilled.tab, prefilled.mail);
  const email = typed.email ?? prefilled.email;
  const fullName = typed.full_name ?? prefilled.full_name;
  const reload = (here: Pick<Prefilled, 'tab' | 'mail'>) =>
    reloadOlderTab({ ...here, email, full_name: fullName });
  const back = () => dispatch({ type: 'back' });
  const screen = useRef<HTMLDivElement>(null);
  usePreparation(screen);

  // Requirements §2.13: signed-in visitors are sent away, except from these views.
  const staysFor = ['reset', 'second-step', 'recovery', 'other-person'].includes(view.name);
  useRedirectSignedIn(Boolean(session) && arrival !== null && !staysFor, arrival);

  function remember({ target }: { target: EventTarget }): void {
    const { name, value } = target as HTMLInputElement;
    if (name === 'email' || name === 'full_name') {
      dispatch({ type: 'typed', field: name, text: value });
    }
  }

  // Text typed before hydration.
  const adopt = useEffectEvent(() => {
    for (const target of screen.current?.querySelectorAll('input') ?? []) {
      if (target.value) remember({ target });
    }
  });
  useEffect(() => adopt(), []);

  function handleSignIn(entry: SignInStep): void {
    // Only the form shows the welcome notice; links show their own.
    const welcome = !viewOfEntry(entry) && !arrival?.cameByLink;
    if (welcome) showWelcome(prefilled.from);
    dispatch({ type: 'entry', entry });
  }

  /** Ends the session of a reset link whose holder decides to sign in another way. */
  function leaveReset(entry: Extract<AuthView, { name: 'reset' }>['entry']): void {
    void entry?.auth.signOut({ scope: 'local' }).catch(() => {});
    back();
  }

  return (
    <div
      ref={screen}
      onInput={remember}
      className="page-width min-h-dvh max-w-lg py-10 sm:py-16 [&_h1]:outline-none"
    >
      {renderView(view)}
      {chosen || prefilled.mail || view.name === 'other-person' ? (
        <FocusHeading key={view.name} within={screen} />
      ) : null}
    </div>
  );

  function renderView(shown: AuthView): React.ReactNode {
    switch (shown.name) {
      case 'request-mail':
        return (
          <RequestMail
            mail={shown.mail}
            publishableKey={publishableKey}
            email={email}
            onOutdated={() => reload({ mail: shown.mail })}
            onSent={(sentTo) => dispatch({ type: 'mail-sent', mail: shown.mail, email: sentTo })}
            onBack={back}
          />
        );
      case 'mail-sent':
        return (
          <CheckYourEmail
            mail={shown.mail}
            email={shown.email}
            publishableKey={publishableKey}
            onBack={back}
          />
        );
      case 'reset':
        if (arrival === null) return <Spinner label="Checking your link" showLabel />;
        return (
          <ResetPassword
            publishableKey={publishableKey}
            entry={shown.entry}
            email={shown.entry?.email ?? session?.email}
            elsewhere={arrival.elsewhere}
            refusal={
              arrival.refusal ? <LinkNotice arrival={arrival} onNewLink={askForLink} /> : null
            }
            onUpdated={() => void navigate('/', { replace: true })}
            onNewLink={() => askForLink('recovery')}
            onBack={() => leaveReset(shown.entry)}
          />
        );
      case 'second-step':
        return (
          <Suspense fallback={<Spinner label="Loading" />}>
            <SecondStep
              step={shown.step}
              publishableKey={publishableKey}
              failed="Sign in failed"
              onEntry={handleSignIn}
              onRecover={() => dispatch({ type: 'recovery-wanted' })}
              onBack={back}
            />
          </Suspense>
        );
      case 'recovery':
        return (
          <Suspense fallback={<Spinner label="Loading" />}>
            <RecoveryStep
              step={shown.step}
              publishableKey={publishableKey}
              failed="Sign in failed"
              onEntry={handleSignIn}
              onBack={back}
            />
          </Suspense>
        );
      case 'other-person':
        return (
          <OtherPerson
            present={shown.entry.present}
            email={shown.entry.email}
            onStay={back}
            onChange={() =>
              void shown.entry.goOn().then(({ data }) => (data ? handleSignIn(data) : back()))
            }
          />
        );
      default:
        return (
          <SignInOrUp
            tab={shown.name}
            publishableKey={publishableKey}
            typed={{ email, full_name: fullName }}
            onOutdated={() => reload({ tab: shown.name })}
            notice={arrival ? <LinkNotice arrival={arrival} onNewLink={askForLink} /> : null}
            onTab={(tab) => dispatch({ type: 'tab-chosen', tab })}
            onEntry={handleSignIn}
            onNewLink={askForLink}
            onCreated={(sentTo) => dispatch({ type: 'mail-sent', mail: 'signup', email: sentTo })}
          />
        );
    }
  }

  function askForLink(mail: LinkMail): void {
    dismissToasts();
    dispatch({ type: 'mail-wanted', mail });
  }
}
