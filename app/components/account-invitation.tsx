import { Link } from '#app/components/ui/link.tsx';
import { useStoredSession } from '#app/lib/stored-session.ts';
import { buttonClasses } from './ui/button.tsx';

/**
 * Shown after a guest has paid: the order joins an account with the same email address once that
 * address is confirmed. The email address is passed in the page's state, never in the URL.
 */
export function AccountInvitation({ email }: { email: string }) {
  if (useStoredSession() !== null) return null;
  return (
    <section aria-labelledby="account-invitation" className="rounded-md bg-paper p-6 print:hidden">
      <h2 id="account-invitation" className="text-display-sm">
        Keep this order
      </h2>
      <p className="mt-3 text-sm">
        Create an account with <span className="font-semibold break-words">{email}</span>, and this
        order will appear in it once you confirm your email address.
      </p>
      <Link
        to="/auth"
        state={{ tab: 'sign-up', email }}
        className={`${buttonClasses({ variant: 'secondary' })} mt-4 w-full sm:w-auto lg:w-full`}
      >
        Create an account
      </Link>
    </section>
  );
}
