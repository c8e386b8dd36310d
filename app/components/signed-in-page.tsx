import { Suspense, useState } from 'react';
import { useStoredSession } from '#app/lib/stored-session.ts';
import { useSignInFirst } from '#app/lib/use-sign-in-first.ts';
import { Spinner } from './ui/spinner.tsx';

interface SignedInPageProps {
  title: string;
  /** Shown without JavaScript. */
  withoutScripts: string;
  waiting: string;
  /** The page's path. */
  from: string;
  /** Lazy-loaded, since guests never see it. */
  children: React.ReactNode;
}

/** A page for signed-in customers; guests are sent to sign in. Once shown, it handles a sign-out itself. */
export function SignedInPage({ from, children, ...words }: SignedInPageProps) {
  const session = useStoredSession();
  const [entered, setEntered] = useState(false);
  if (session && !entered) setEntered(true);
  return entered ? (
    <Suspense fallback={<Waiting {...words} />}>{children}</Suspense>
  ) : (
    <SignInRedirect from={from} {...words} />
  );
}

function SignInRedirect({ from, ...words }: Omit<SignedInPageProps, 'children'>) {
  useSignInFirst(from);
  return <Waiting {...words} />;
}

function Waiting({ title, withoutScripts, waiting }: Omit<SignedInPageProps, 'children' | 'from'>) {
  return (
    <div className="page-width min-h-dvh max-w-4xl py-10 sm:py-14">
      <h1 className="text-display">{title}</h1>
      <noscript>
        <p className="mt-6">{withoutScripts}</p>
      </noscript>
      <div className="mt-8 py-6 [@media(scripting:none)]:hidden">
        <Spinner label={waiting} showLabel />
      </div>
    </div>
  );
}
