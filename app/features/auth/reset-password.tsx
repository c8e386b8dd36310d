import { NewPasswordFields } from '#app/components/forms/new-password-fields.tsx';
import { type FieldProblems, SubmitForm } from '#app/components/forms/submit-form.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { callAuth, explainAuthProblem } from '#app/lib/call-auth.ts';
import { checkNewPassword, fieldOfNewPassword } from '#app/lib/check-new-password.ts';
import { openAuth } from '#app/lib/open-auth.ts';
import { choosePassword, type SignInStep } from '#app/lib/sign-in.ts';

interface ResetPasswordProps {
  publishableKey: string;
  /** The session from a link, which takes effect once the password has been chosen. */
  entry: Extract<SignInStep, { kind: 'choose-password' }> | undefined;
  /** The account's email address, for password managers; unknown without a link. */
  email: string | undefined;
  /** The sign-up took place in another browser. */
  elsewhere: boolean;
  /** Why the link was rejected; in that case only signed-in visitors see the form. */
  refusal: React.ReactNode;
  onUpdated: () => void;
  onNewLink: () => void;
  onBack: () => void;
}

/** Reset mode (requirements §2.13): the holder of the link chooses a new password. */
export function ResetPassword(props: ResetPasswordProps) {
  const { publishableKey, entry, email, elsewhere, refusal, onUpdated, onNewLink, onBack } = props;

  async function update(fields: FormData): Promise<FieldProblems | null> {
    const password = String(fields.get('password'));
    const wrong = checkNewPassword(password, String(fields.get('confirmation')));
    if (wrong) return wrong;
    const { problem } = entry
      ? await choosePassword(entry, password, publishableKey)
      : await callAuth(async () => {
          const auth = await openAuth(publishableKey);
          return auth.updateUser({ password });
        }, 'Failed to update password.');
    if (problem) {
      showToast({ title: problem.message, variant: 'destructive' });
      return { [fieldOfNewPassword(problem)]: explainAuthProblem(problem) };
    }
    showToast({ title: 'Password updated!' });
    onUpdated();
    return null;
  }

  return (
    <div className="space-y-6">
      <h1 className="text-display">Choose a new password</h1>
      {refusal}
      {elsewhere && email ? (
        <p>
          <span className="font-semibold break-words">{email}</span> is confirmed. You did not sign
          up in this browser, so please choose your password here. To keep the password you entered
          before, open the same link in the browser you signed up in.
        </p>
      ) : email ? (
        <p>
          For <span className="font-semibold break-words">{email}</span>. All other devices will be
          signed out.
        </p>
      ) : refusal ? null : (
        <p>
          To use this page, open the link in our email.{' '}
          <button
            type="button"
            onClick={onNewLink}
            className="text-link inline-flex min-h-11 items-center font-semibold"
          >
            Request a new link
          </button>
        </p>
      )}
      {refusal && !email ? null : renderForm()}
      <Button variant="secondary" className="w-full" onClick={onBack}>
        Back to Sign In
      </Button>
    </div>
  );

  function renderForm(): React.ReactNode {
    return (
      <SubmitForm
        label="Choose a new password"
        submit="Update Password"
        busyText="Updating..."
        onSubmit={update}
      >
        {(problems) => (
          <>
            <input type="email" autoComplete="username" value={email ?? ''} readOnly hidden />
            <NewPasswordFields problems={problems} />
          </>
        )}
      </SubmitForm>
    );
  }
}
