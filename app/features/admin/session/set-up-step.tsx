import { useState } from 'react';
import { ConnectAuthenticator } from '#app/components/two-step/connect-authenticator.tsx';
import { RecoveryCodes } from '#app/components/two-step/recovery-codes.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { type OfferedFactor, offerFactor } from '#app/lib/authenticator.ts';
import { explainAuthProblem } from '#app/lib/call-auth.ts';
import { invokeAsCustomer } from '#app/lib/invoke-as-customer.ts';
import { useShop } from '#app/lib/use-shop.ts';

/** These components are panels of their own; inside this one their margin is removed. */
const flush = '-m-5 sm:-m-6';

/** For an admin without an authenticator app in a shop that requires one. */
export function SetUpStep({ onDone, onBack }: { onDone: () => void; onBack: () => void }) {
  const { publishableKey, site } = useShop();
  const [offered, setOffered] = useState<OfferedFactor | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function begin(): Promise<void> {
    const answer = await offerFactor(site.brand, publishableKey);
    setProblem(answer.problem && explainAuthProblem(answer.problem));
    setOffered(answer.data);
  }

  async function connected(): Promise<void> {
    showToast({ title: 'Two-step sign-in is on' });
    const { data } = await invokeAsCustomer<{ codes: string[] }>(
      'create-recovery-codes',
      publishableKey,
    );
    if (data) return setCodes(data.codes);
    showToast({
      title: 'The recovery codes could not be created',
      description: 'Create them on your account page.',
      variant: 'destructive',
    });
    onDone();
  }

  return (
    <div className="space-y-6">
      <h1 className="text-display">One more step</h1>
      {codes ? (
        <div className={flush}>
          <RecoveryCodes codes={codes} heading="h2" onKept={onDone} />
        </div>
      ) : (
        <>
          <p>
            Administrators of this shop sign in with a code from an authenticator app after their
            password. Set it up now; it takes a minute.
          </p>
          {offered ? (
            <div className={flush}>
              <ConnectAuthenticator
                offered={offered}
                onConnected={() => void connected()}
                onCancel={() => setOffered(null)}
              />
            </div>
          ) : (
            <div className="grid gap-3">
              <Button size="lg" onClick={() => void begin()}>
                Set up
              </Button>
              <Button variant="secondary" onClick={onBack}>
                Back to Sign In
              </Button>
            </div>
          )}
          <p role="alert" className="text-sm font-medium text-danger empty:hidden">
            {problem}
          </p>
        </>
      )}
    </div>
  );
}
