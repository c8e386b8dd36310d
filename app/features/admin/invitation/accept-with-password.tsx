import { NewPasswordFields } from '#app/components/forms/new-password-fields.tsx';
import { type FieldProblems, SubmitForm } from '#app/components/forms/submit-form.tsx';
import { checkNewPassword } from '#app/lib/check-new-password.ts';
import { invokeFunction } from '#app/lib/invoke-function.ts';
import { signInWithPassword } from '#app/lib/sign-in.ts';
import { useShop } from '#app/lib/use-shop.ts';

export interface AcceptProps {
  email: string;
  token: string;
  /** Called once signed in as an admin. */
  onAccepted: () => void;
}

/** Creates an account for an email address without one, and signs in to it. */
export function AcceptWithPassword({ email, token, onAccepted }: AcceptProps) {
  const { publishableKey, site } = useShop();

  async function accept(fields: FormData): Promise<FieldProblems | null> {
    const password = String(fields.get('password'));
    const wrong = checkNewPassword(password, String(fields.get('confirmation')));
    if (wrong) return wrong;
    const { failure } = await invokeFunction('accept-admin-invitation', {
      publishableKey,
      body: { token, password },
    });
    if (failure) {
      return { [failure.code === 'weak_password' ? 'password' : '']: failure.message };
    }
    const { problem } = await signInWithPassword({ email, password }, publishableKey);
    if (problem) return { '': problem.message };
    onAccepted();
    return null;
  }

  return (
    <>
      <p className="break-words">
        You are invited to run the {site.brand} shop as <strong>{email}</strong>. Choose a password
        to accept.
      </p>
      <SubmitForm
        label="Accept the invitation"
        submit="Accept"
        busyText="Accepting..."
        onSubmit={accept}
      >
        {(problems) => (
          <>
            <input type="email" autoComplete="username" value={email} readOnly hidden />
            <NewPasswordFields problems={problems} />
          </>
        )}
      </SubmitForm>
    </>
  );
}
