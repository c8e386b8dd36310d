import { useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { useStoredSession } from '#app/lib/stored-session.ts';

interface AuthFormProps {
  label: string;
  submit: string;
  busyText: string;
  onSubmit: (fields: FormData) => Promise<void>;
  children: React.ReactNode;
}

/**
 * A form whose answer is awaited. It can be sent once the page is alive; until then a press must
 * not put a password into the address, hence `post`.
 */
export function AuthForm({ label, submit, busyText, onSubmit, children }: AuthFormProps) {
  const [busy, setBusy] = useState(false);
  const alive = useStoredSession() !== undefined;

  async function send(event: React.FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    await onSubmit(new FormData(event.currentTarget));
    setBusy(false);
  }

  return (
    <form method="post" aria-label={label} onSubmit={send} className="space-y-5">
      {children}
      <Button type="submit" size="lg" className="w-full" disabled={!alive} aria-disabled={busy}>
        {busy ? busyText : submit}
      </Button>
    </form>
  );
}
