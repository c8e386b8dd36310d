import { minimumPasswordLength } from '#app/lib/check-new-password.ts';
import { PasswordField } from './password-field.tsx';
import type { FieldProblems } from './submit-form.tsx';

/** A new password and its confirmation; `checkNewPassword` validates them. */
export function NewPasswordFields({ problems }: { problems: FieldProblems }) {
  return (
    <>
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        hint={`At least ${minimumPasswordLength} characters`}
        error={problems.password}
        required
      />
      <PasswordField
        label="Confirm new password"
        name="confirmation"
        autoComplete="new-password"
        error={problems.confirmation}
        required
      />
    </>
  );
}
