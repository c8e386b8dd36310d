import { Link } from '#app/components/ui/link.tsx';
import type { SignInStep } from '#app/lib/sign-in.ts';
import { type AuthTab, AuthTabs } from './auth-tabs.tsx';
import type { LinkMail } from './mail-requests.ts';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';

interface SignInOrUpProps {
  tab: AuthTab;
  publishableKey: string;
  /** Typed earlier, or filled in by the page that links here. */
  typed: { email: string | undefined; full_name: string | undefined };
  /** The result of a link, shown above the forms. */
  notice: React.ReactNode;
  onTab: (tab: AuthTab) => void;
  onEntry: (entry: SignInStep) => void;
  onNewLink: (mail: LinkMail) => void;
  onCreated: (email: string) => void;
  onOutdated: () => Promise<boolean>;
}

/** The first view of the auth page: two tabs with a form each. */
export function SignInOrUp(props: SignInOrUpProps) {
  const { tab, publishableKey, typed, notice, onTab, onEntry, onNewLink, onCreated, onOutdated } =
    props;
  return (
    <>
      <h1 className="text-display">Your account</h1>
      <p className="mt-3 text-ink-soft">
        An account keeps your orders in one place. You can also order without one.
      </p>
      <noscript>
        <p className="mt-6">
          Accounts require JavaScript. You don’t need an account to buy, and you can browse the shop
          without JavaScript.
        </p>
      </noscript>
      {notice}
      <AuthTabs selected={tab} onSelect={onTab}>
        {tab === 'sign-in' ? (
          <SignInForm
            publishableKey={publishableKey}
            email={typed.email}
            onEntry={onEntry}
            onOutdated={onOutdated}
            onForgotten={() => onNewLink('recovery')}
            onUnconfirmed={() => onNewLink('signup')}
          />
        ) : (
          <SignUpForm
            publishableKey={publishableKey}
            typed={typed}
            onCreated={onCreated}
            onOutdated={onOutdated}
          />
        )}
      </AuthTabs>
      <p className="mt-6 text-sm">
        Ordered without an account?{' '}
        <Link
          to="/find-order"
          className="text-link inline-flex min-h-11 items-center font-semibold"
        >
          Find your order
        </Link>
      </p>
    </>
  );
}
