import { useState } from 'react';
import { TextField } from '#app/components/forms/text-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import type { AdminCalls } from '#app/features/admin/data/use-admin-calls.ts';
import { alwaysRestore, useStoredState } from '#app/features/admin/form/use-stored-state.ts';
import { useAdministratorChange } from './use-administrators.ts';

/** Emails a link that makes the holder of an email address an admin. */
export function InviteAdministrator() {
  const change = useAdministratorChange();
  const [typed, setTyped] = useStoredState<string>('invitation', alwaysRestore);
  const email = typed ?? '';
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function invite(): Promise<void> {
    setBusy(true);
    const send = async (calls: AdminCalls) => {
      await calls.invoke('invite-admin', { email: email.trim() });
      // If the field has changed by now, it holds the next email address.
      setTyped((now) => (now === typed ? null : now));
    };
    const refusal = await change(send, {
      done: 'Invitation sent',
      failed: 'Failed to send invitation',
    });
    setBusy(false);
    setProblem(refusal);
  }

  return (
    <form
      aria-label="Invite an administrator"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void invite();
      }}
      className="flex flex-wrap items-end gap-3"
    >
      <TextField
        compact
        label="Email of the new administrator"
        name="email"
        type="email"
        autoComplete="off"
        required
        className="w-full sm:w-80"
        value={email}
        error={problem ?? undefined}
        onChange={(event) => {
          setTyped(event.target.value);
          setProblem(null);
        }}
      />
      <Button type="submit" aria-disabled={busy}>
        {busy ? 'Inviting...' : 'Invite'}
      </Button>
    </form>
  );
}
