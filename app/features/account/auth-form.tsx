import { useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { dismissToasts } from '#app/components/ui/toast.ts';
import { useStoredSession } from '#app/lib/stored-session.ts';

interface AuthFormProps {
  label: string;
  submit: string;
  busyText: string;
  /** Resolves with what went wrong, to stay in sight when its notice has gone; else null. */
  onSubmit: (fields: FormData) => Promise<string | null>;
  children: React.ReactNode;
}

/**
 * A form whose answer is awaited. It can be sent once the page is alive; until then a press must
 * not put a password into the address, hence `post`.
 */
export function AuthForm({ label, submit, busyText, onSubmit, children }: AuthFormProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const alive = useStoredSession() !== undefined;

  async function send(event: React.FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    // What was said about the last try is settled.
    dismissToasts();
    setProblem(await onSubmit(new FormData(event.currentTarget)));
    setBusy(false);
  }

  return (
    <form method="post" aria-label={label} onSubmit={send} className="space-y-5">
      {children}
      {problem ? <p className="text-sm font-medium text-danger">{problem}</p> : null}
      <Button type="submit" size="lg" className="w-full" disabled={!alive} aria-disabled={busy}>
        {busy ? busyText : submit}
      </Button>
    </form>
  );
}
