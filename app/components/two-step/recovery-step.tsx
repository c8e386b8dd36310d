import { type FieldProblems, SubmitForm } from '#app/components/forms/submit-form.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { completeWithRecoveryCode, type SignInStep } from '#app/lib/sign-in.ts';

interface RecoveryStepProps {
  step: Extract<SignInStep, { kind: 'second-step' }>;
  publishableKey: string;
  /** Title of the notice about a wrong code. */
  failed: string;
  onEntry: (entry: SignInStep) => void;
  onBack: () => void;
}

/** For customers who have lost their authenticator app. */
export function RecoveryStep(props: RecoveryStepProps) {
  const { step, publishableKey, failed, onEntry, onBack } = props;

  async function complete(fields: FormData): Promise<FieldProblems | null> {
    const code = String(fields.get('code'));
    const { data, problem } = await completeWithRecoveryCode(step, code, publishableKey);
    if (problem) {
      showToast({ title: failed, description: problem.message, variant: 'destructive' });
      return { code: problem.message };
    }
    showToast({
      title: 'Two-step sign-in is off',
      description: 'Set it up again on your account page as soon as you can.',
    });
    onEntry(data);
    return null;
  }

  return (
    <div className="space-y-6">
      <h1 className="text-display">Use a recovery code</h1>
      <p>
        Each code you saved works once. It signs you in and turns off two-step sign-in so that you
        can set it up on your new device.
      </p>
      <SubmitForm
        label="Recovery code"
        submit="Continue"
        busyText="Checking..."
        onSubmit={complete}
      >
        {(problems) => (
          <TextField
            label="Recovery code"
            name="code"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            error={problems.code}
            autoFocus
            required
          />
        )}
      </SubmitForm>
      <Button variant="secondary" className="w-full" onClick={onBack}>
        Use the app code instead
      </Button>
    </div>
  );
}
