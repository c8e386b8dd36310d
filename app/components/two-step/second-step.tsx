import { type FieldProblems, SubmitForm } from '#app/components/forms/submit-form.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { explainAuthProblem } from '#app/lib/call-auth.ts';
import { completeSecondStep, type SignInStep } from '#app/lib/sign-in.ts';

interface SecondStepProps {
  step: Extract<SignInStep, { kind: 'second-step' }>;
  publishableKey: string;
  /** Title of the notice about a wrong code. */
  failed: string;
  onEntry: (entry: SignInStep) => void;
  onRecover: () => void;
  onBack: () => void;
}

/** Two-step sign-in: asks for the code from the authenticator app after the password. */
export function SecondStep(props: SecondStepProps) {
  const { step, publishableKey, failed, onEntry, onRecover, onBack } = props;

  async function complete(fields: FormData): Promise<FieldProblems | null> {
    const code = String(fields.get('code')).replace(/\s/g, '');
    const { data, problem } = await completeSecondStep(step, code, publishableKey);
    if (!problem) {
      onEntry(data);
      return null;
    }
    showToast({ title: failed, description: problem.message, variant: 'destructive' });
    return { code: explainAuthProblem(problem) };
  }

  return (
    <div className="space-y-6">
      <h1 className="text-display">One more step</h1>
      <p>Enter the six-digit code from your authenticator app.</p>
      <SubmitForm label="Second step" submit="Continue" busyText="Checking..." onSubmit={complete}>
        {(problems) => (
          <TextField
            label="Code"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="[0-9 ]{6,7}"
            data-rule="Please enter the six-digit code."
            maxLength={7}
            error={problems.code}
            autoFocus
            required
          />
        )}
      </SubmitForm>
      <div className="grid gap-3">
        <Button variant="quiet" onClick={onRecover}>
          Use a recovery code instead
        </Button>
        <Button variant="secondary" onClick={onBack}>
          Back to Sign In
        </Button>
      </div>
    </div>
  );
}
