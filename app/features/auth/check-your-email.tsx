import { useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { explainAuthProblem } from '#app/lib/call-auth.ts';
import { type LinkMail, requestMail } from './mail-requests.ts';

interface CheckYourEmailProps {
  mail: LinkMail;
  email: string;
  publishableKey: string;
  onBack: () => void;
}

const texts: Record<LinkMail, (email: string) => string[]> = {
  recovery: (email) => [
    `If ${email} has an account, a link to choose a new password is on its way. It is valid for an hour and works once.`,
  ],
  signup: (email) => [
    `We sent an email to ${email}. Open the link in it to activate your account and sign in.`,
    'If this address already has an account, no email is sent. Sign in or reset your password instead.',
  ],
};

/** Shown after an email was requested (requirements §2.13, Auth): what to do, and how to get another. */
export function CheckYourEmail({ mail, email, publishableKey, onBack }: CheckYourEmailProps) {
  const [note, setNote] = useState<{ text: string; wrong: boolean } | null>(null);
  const [busy, setBusy] = useState(false);

  async function sendAgain(): Promise<void> {
    if (busy) return;
    setBusy(true);
    const problem = await requestMail(mail, email, publishableKey);
    setBusy(false);
    setNote(
      problem
        ? { text: explainAuthProblem(problem), wrong: true }
        : { text: 'Sent again. Please check your spam folder, too.', wrong: false },
    );
    if (problem) showToast({ title: problem.message, variant: 'destructive' });
  }

  return (
    <div className="space-y-6">
      <h1 className="text-display">Check Your Email</h1>
      {texts[mail](email).map((text) => (
        <p key={text} className="break-words">
          {text}
        </p>
      ))}
      <p
        role="status"
        className={note?.wrong ? 'text-sm font-medium text-danger' : 'text-sm text-pine'}
      >
        {note?.text}
      </p>
      <div className="grid gap-3">
        <Button onClick={() => void sendAgain()} aria-disabled={busy}>
          {busy ? 'Sending...' : 'Send it again'}
        </Button>
        <Button variant="secondary" onClick={onBack}>
          Back to Sign In
        </Button>
      </div>
    </div>
  );
}
