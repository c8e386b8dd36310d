import { useState } from 'react';
import { TextField } from '#app/components/forms/text-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { openAuth } from '#app/lib/open-auth.ts';
import { AuthForm } from './auth-form.tsx';
import { messageOf } from './message-of.ts';

interface ForgotPasswordProps {
  publishableKey: string;
  onBack: () => void;
}

export function ForgotPassword({ publishableKey, onBack }: ForgotPasswordProps) {
  const [sentTo, setSentTo] = useState<string | null>(null);

  async function sendLink(fields: FormData): Promise<string | null> {
    const email = String(fields.get('email'));
    const failure = await messageOf(async () => {
      const auth = await openAuth(publishableKey);
      return auth.resetPasswordForEmail(email, {
        redirectTo: `${window.location.origin}/auth?mode=reset`,
      });
    }, 'Failed to send password reset email.');
    if (failure) {
      showToast({ title: failure, variant: 'destructive' });
      return failure;
    }
    showToast({ title: 'Password reset email sent' });
    setSentTo(email);
    return null;
  }

  return (
    <div className="space-y-6">
      {sentTo ? (
        <div role="status" className="space-y-3">
          <h1 className="text-display">Check Your Email</h1>
          <p>
            If {sentTo} has an account, a link to choose a new password is on its way. It is valid
            for an hour.
          </p>
        </div>
      ) : (
        <>
          <h1 className="text-display">Forgot your password?</h1>
          <p>Enter your e-mail address, and we send you a link to choose a new one.</p>
          <AuthForm
            label="Forgot password"
            submit="Send Reset Link"
            busyText="Sending..."
            onSubmit={sendLink}
          >
            <TextField label="Email" name="email" type="email" autoComplete="email" required />
          </AuthForm>
        </>
      )}
      <Button variant="secondary" className="w-full" onClick={onBack}>
        Back to Sign In
      </Button>
    </div>
  );
}
