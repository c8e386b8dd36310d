import { lazy, Suspense } from 'react';
import { Link } from '#app/components/ui/link.tsx';
import { useStoredSession } from '#app/lib/stored-session.ts';
import { useShop } from '#app/lib/use-shop.ts';

const AccountMenu = lazy(() => import('./account-menu.tsx'));

const signIn = (
  <Link
    to="/auth"
    prefetch="intent"
    className="flex min-h-11 items-center px-3 text-sm font-medium underline-offset-[0.45em] hover:underline"
  >
    Sign In
  </Link>
);

/** Header: Sign In for a guest, a menu for a customer. The server shows everybody the guest's. */
export function AccountSlot() {
  const session = useStoredSession();
  if (!session) return signIn;
  return (
    <Suspense fallback={signIn}>
      <AccountMenu email={session.email} />
    </Suspense>
  );
}

/** The last entry of the mobile menu, or the last two. */
export function AccountEntry() {
  const { publishableKey } = useShop();
  if (!useStoredSession()) return <Link to="/auth">Sign In</Link>;
  const leave = async () => (await import('./sign-out.ts')).signOut(publishableKey);
  return (
    <>
      <Link to="/account" className="border-b border-line">
        Your account
      </Link>
      <button type="button" data-closes-menu onClick={() => void leave()}>
        Sign Out
      </button>
    </>
  );
}
