import { useState } from 'react';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { Link } from '#app/components/ui/link.tsx';
import { Spinner } from '#app/components/ui/spinner.tsx';
import { useSignInFirst } from '#app/lib/use-sign-in-first.ts';
import { AddPassword } from './add-password.tsx';
import { ChangeEmail } from './change-email.tsx';
import { ChangeName } from './change-name.tsx';
import { ChangePassword } from './change-password.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { DownloadData } from './download-data.tsx';
import { SignOutEverywhere } from './sign-out-everywhere.tsx';
import { TwoStepSignIn } from './two-step-sign-in.tsx';
import { useAccount } from './use-account.ts';

/** What customers can change about their account. Guests are sent to sign in. */
export default function AccountScreen() {
  const [deleted, setDeleted] = useState(false);
  if (deleted) return <Goodbye />;
  return (
    <div className="page-width min-h-dvh max-w-4xl py-10 sm:py-14">
      <h1 className="text-display">Your account</h1>
      <Account onDeleted={() => setDeleted(true)} />
    </div>
  );
}

function Account({ onDeleted }: { onDeleted: () => void }) {
  const { account, refresh } = useAccount();
  useSignInFirst('/account');

  if (account === 'failed') {
    return (
      <div className="mt-8 flex flex-col items-start gap-5">
        <p>Your account could not be loaded.</p>
        <Button onClick={refresh}>Try again</Button>
      </div>
    );
  }
  if (account === 'reading') {
    return (
      <div className="mt-8 py-6">
        <Spinner label="Loading your account" showLabel />
      </div>
    );
  }
  return (
    <>
      <p className="mt-3 break-words text-ink-soft">
        Signed in as {account.email}.{' '}
        <Link to="/orders" className="text-link inline-flex min-h-11 items-center">
          My Orders
        </Link>
      </p>
      <div className="mt-6 divide-y divide-line border-y border-line">
        <ChangeName account={account} onChanged={refresh} />
        <ChangeEmail account={account} onChanged={refresh} />
        {account.hasPassword ? (
          <ChangePassword account={account} />
        ) : (
          <AddPassword account={account} />
        )}
        <TwoStepSignIn account={account} onChanged={refresh} />
        <SignOutEverywhere />
        <DownloadData />
        <DeleteAccount account={account} onDeleted={onDeleted} />
      </div>
    </>
  );
}

function Goodbye() {
  return (
    <div role="status" className="page-width min-h-[70vh] max-w-lg space-y-6 py-16">
      <h1 className="text-display">Your account has been deleted</h1>
      <p>
        Your orders stay in our records without your name or address. Thank you for having been our
        customer.
      </p>
      <ButtonLink to="/">Back to Home</ButtonLink>
    </div>
  );
}
