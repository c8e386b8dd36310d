import { Suspense } from 'react';
import { lazyPart } from '#app/components/ui/lazy-part.tsx';
import { Link } from '#app/components/ui/link.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { importPart } from '#app/lib/import-part.ts';
import { useStoredSession } from '#app/lib/stored-session.ts';
import { useShop } from '#app/lib/use-shop.ts';

const AccountMenu = lazyPart(
  () => import('./account-menu.tsx'),
  ({ retry }) => (
    <button
      type="button"
      onClick={retry}
      className="flex min-h-11 items-center px-3 text-left text-sm font-medium"
    >
      Account not loaded.
      <span className="ml-1.5 underline underline-offset-4">Try again</span>
    </button>
  ),
);

const signIn = (
  <Link
    to="/auth"
    prefetch="intent"
    // As wide as the menu of a signed-in customer.
    className="flex min-h-11 min-w-22 items-center justify-end pr-3 text-sm font-medium underline-offset-[0.45em] hover:underline"
  >
    Sign In
  </Link>
);

/**
 * Header: Sign In for a guest, a menu for a customer. The server renders the guest version for
 * everybody.
 */
export function AccountSlot() {
  const session = useStoredSession();
  if (!session) return signIn;
  return (
    <Suspense fallback={signIn}>
      <AccountMenu email={session.email} />
    </Suspense>
  );
}

/** The last one or two entries of the mobile menu. */
export function AccountEntry() {
  const { publishableKey } = useShop();
  if (!useStoredSession()) return <Link to="/auth">Sign In</Link>;
  const leave = async () => {
    try {
      const { signOut } = await importPart(() => import('./sign-out.ts'));
      await signOut(publishableKey);
    } catch (error) {
      const description = error instanceof Error ? error.message : undefined;
      showToast({ title: 'Not signed out', description, variant: 'destructive' });
    }
  };
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
