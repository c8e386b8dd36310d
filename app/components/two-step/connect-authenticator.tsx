import { type FieldProblems, SubmitForm } from '#app/components/forms/submit-form.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import type { OfferedFactor } from '#app/lib/authenticator.ts';
import { callAuth, explainAuthProblem } from '#app/lib/call-auth.ts';
import { openAuth } from '#app/lib/open-auth.ts';
import { useShop } from '#app/lib/use-shop.ts';

interface ConnectAuthenticatorProps {
  offered: OfferedFactor;
  onConnected: () => void;
  onCancel: () => void;
}

/** Scan the QR code, then enter a code from the app: only then does the account require a second step. */
export function ConnectAuthenticator({
  offered,
  onConnected,
  onCancel,
}: ConnectAuthenticatorProps) {
  const { publishableKey } = useShop();

  async function connect(fields: FormData): Promise<FieldProblems | null> {
    const code = String(fields.get('code')).replace(/\s/g, '');
    const { problem } = await callAuth(
      async () =>
        (await openAuth(publishableKey)).mfa.challengeAndVerify({ factorId: offered.id, code }),
      'The code could not be checked. Please try again.',
    );
    if (problem) return { code: explainAuthProblem(problem) };
    onConnected();
    return null;
  }

  return (
    <div className="space-y-5 rounded-md bg-paper p-5 sm:p-6">
      <p>Scan this code with your authenticator app, or enter the key manually.</p>
      <img
        src={offered.qrCode}
        alt="QR code for the authenticator app"
        width={192}
        height={192}
        className="size-48 bg-white p-2"
      />
      <p className="text-sm">
        Key:{' '}
        <code className="font-semibold break-words">
          {offered.secret.replace(/.{4}(?=.)/g, '$& ')}
        </code>
      </p>
      <SubmitForm
        label="Connect the app"
        submit="Turn on"
        busyText="Checking..."
        onSubmit={connect}
      >
        {(problems) => (
          <TextField
            label="Code from the app"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="[0-9 ]{6,7}"
            data-rule="Please enter the six-digit code."
            maxLength={7}
            error={problems.code}
            required
          />
        )}
      </SubmitForm>
      <Button variant="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
