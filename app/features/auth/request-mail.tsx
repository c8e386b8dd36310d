import { type FieldProblems, SubmitForm } from '#app/components/forms/submit-form.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { explainAuthProblem } from '#app/lib/call-auth.ts';
import { type LinkMail, requestMail } from './mail-requests.ts';

interface RequestMailProps {
  mail: LinkMail;
  publishableKey: string;
  email: string | undefined;
  onSent: (email: string) => void;
  /** Called if the tab is older than the shop: reloads it, or says that it could not. */
  onOutdated: () => Promise<boolean>;
  onBack: () => void;
}

const texts = {
  recovery: {
    title: 'Forgot your password?',
    lead: 'Enter your email address and we’ll send you a link to choose a new one.',
    submit: 'Send Reset Link',
    label: 'Forgot password',
    sent: 'Password reset email sent',
  },
  signup: {
    title: 'Confirm your email',
    lead: 'Enter the address you signed up with and we’ll send you a new confirmation link.',
    submit: 'Send Confirmation Link',
    label: 'Confirm email',
    sent: 'Confirmation email sent',
  },
} as const satisfies Record<LinkMail, object>;

/** Requests an email with a link, to reset the password or to confirm the address. */
export function RequestMail(props: RequestMailProps) {
  const { mail, publishableKey, email, onSent, onOutdated, onBack } = props;
  const { title, lead, submit, label, sent } = texts[mail];

  async function send(fields: FormData): Promise<FieldProblems | null> {
    const address = String(fields.get('email')).trim();
    const problem = await requestMail(mail, address, publishableKey);
    if (problem?.code === 'outdated' && (await onOutdated())) return null;
    if (problem) {
      showToast({ title: problem.message, variant: 'destructive' });
      return { [problem.code === 'validation_failed' ? 'email' : '']: explainAuthProblem(problem) };
    }
    showToast({ title: sent });
    onSent(address);
    return null;
  }

  return (
    <div className="space-y-6">
      <h1 className="text-display">{title}</h1>
      <p>{lead}</p>
      <SubmitForm label={label} submit={submit} busyText="Sending..." onSubmit={send}>
        {(problems) => (
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="email"
            defaultValue={email}
            error={problems.email}
            required
          />
        )}
      </SubmitForm>
      <Button variant="secondary" className="w-full" onClick={onBack}>
        Back to Sign In
      </Button>
    </div>
  );
}
