import { TextField } from '#app/components/forms/text-field.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { openAuth } from '#app/lib/open-auth.ts';
import { AuthForm } from './auth-form.tsx';
import { messageOf } from './message-of.ts';

interface SignInFormProps {
  publishableKey: string;
  /** Filled in, when it is known. */
  email: string | undefined;
  onForgotten: () => void;
}

export function SignInForm({ publishableKey, email, onForgotten }: SignInFormProps) {
  async function signIn(fields: FormData): Promise<string | null> {
    const failure = await messageOf(async () => {
      const auth = await openAuth(publishableKey);
      return auth.signInWithPassword({
        email: String(fields.get('email')),
        password: String(fields.get('password')),
      });
    }, 'Please check your e-mail address and password.');
    if (failure) {
      showToast({ title: 'Sign in failed', description: failure, variant: 'destructive' });
    } else {
      showToast({ title: 'Welcome back!' });
    }
    return failure;
  }

  return (
    <AuthForm label="Sign In" submit="Sign In" busyText="Signing in..." onSubmit={signIn}>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        defaultValue={email}
        required
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
      />
      <button
        type="button"
        onClick={onForgotten}
        className="text-link inline-flex min-h-11 items-center text-sm"
      >
        Forgot your password?
      </button>
    </AuthForm>
  );
}
