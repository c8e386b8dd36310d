import { useState } from 'react';
import { TextField } from '#app/components/forms/text-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { openAuth } from '#app/lib/open-auth.ts';
import { AuthForm } from './auth-form.tsx';
import { checkNewPassword } from './check-new-password.ts';
import { messageOf } from './message-of.ts';

interface ResetPasswordProps {
  publishableKey: string;
  onUpdated: () => void;
  onBack: () => void;
}

export function ResetPassword({ publishableKey, onUpdated, onBack }: ResetPasswordProps) {
  const [problem, setProblem] = useState<string | null>(null);

  async function update(fields: FormData): Promise<string | null> {
    const password = String(fields.get('password'));
    const wrong = checkNewPassword(password, String(fields.get('confirmation')));
    setProblem(wrong);
    if (wrong) return null;
    const failure = await messageOf(async () => {
      const auth = await openAuth(publishableKey);
      return auth.updateUser({ password });
    }, 'Failed to update password.');
    if (failure) {
      showToast({ title: failure, variant: 'destructive' });
      return failure;
    }
    showToast({ title: 'Password updated!' });
    onUpdated();
    return null;
  }

  return (
    <div className="space-y-6">
      <h1 className="text-display">Choose a new password</h1>
      <AuthForm
        label="Choose a new password"
        submit="Update Password"
        busyText="Updating..."
        onSubmit={update}
      >
        <TextField
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          hint="At least 6 characters"
          required
        />
        <TextField
          label="Confirm new password"
          name="confirmation"
          type="password"
          autoComplete="new-password"
          error={problem ?? undefined}
          required
        />
      </AuthForm>
      <Button variant="secondary" className="w-full" onClick={onBack}>
        Back to Sign In
      </Button>
    </div>
  );
}
