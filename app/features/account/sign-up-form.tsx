import { TextField } from '#app/components/forms/text-field.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { openAuth } from '#app/lib/open-auth.ts';
import { AuthForm } from './auth-form.tsx';
import { minimumPasswordLength } from './check-new-password.ts';
import { messageOf } from './message-of.ts';

interface SignUpFormProps {
  publishableKey: string;
  onCreated: (email: string) => void;
}

export function SignUpForm({ publishableKey, onCreated }: SignUpFormProps) {
  async function signUp(fields: FormData): Promise<string | null> {
    const email = String(fields.get('email'));
    const failure = await messageOf(async () => {
      const auth = await openAuth(publishableKey);
      return auth.signUp({
        email,
        password: String(fields.get('password')),
        options: {
          data: { full_name: String(fields.get('full_name')) },
          emailRedirectTo: `${window.location.origin}/auth`,
        },
      });
    }, 'The account could not be created. Please try again.');
    if (failure) {
      showToast({ title: 'Sign up failed', description: failure, variant: 'destructive' });
      return failure;
    }
    showToast({
      title: 'Account created!',
      description: 'Please check your e-mail to verify your account.',
    });
    onCreated(email);
    return null;
  }

  return (
    <AuthForm label="Sign Up" submit="Sign Up" busyText="Creating account..." onSubmit={signUp}>
      <TextField label="Full name" name="full_name" autoComplete="name" required />
      <TextField label="Email" name="email" type="email" autoComplete="email" required />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        minLength={minimumPasswordLength}
        hint={`At least ${minimumPasswordLength} characters`}
        required
      />
    </AuthForm>
  );
}
