import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { messageOf } from '../data/admin-failure.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { useConfirm } from '../dialogs/confirm.tsx';

/** Response of `confirm-restore` (docs/functions.md). */
interface Confirmed {
  runs: { findings: { kind: string }[]; error: string | null }[];
}

const effects = [
  'Payments and refunds since the backup are compared with the payment services, and orders brought up to date.',
  'Emails go out again. Those that the former shop may have sent already wait under Failed Emails, for you to decide.',
  'Scheduled jobs resume: the daily backup, notices of new messages, cleanup.',
];

/** Lets a restored shop resume work, after explaining what that does. */
export function ConfirmRestore() {
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const ask = useConfirm();
  const confirming = useMutation({
    mutationFn: () => calls.invoke<Confirmed>('confirm-restore', {}),
    onSuccess: ({ runs }) => {
      const failed = runs.find(({ error }) => error !== null);
      const found = runs
        .flatMap(({ findings }) => findings)
        .filter(({ kind }) => kind !== 'settled_late').length;
      showToast(
        failed
          ? {
              title: 'Restore confirmed',
              description: `Payments could not be compared yet (${failed.error}). It is tried again by itself.`,
            }
          : { title: 'Restore confirmed', description: describeFound(found) },
      );
      return queries.invalidateQueries();
    },
    onError: (error) => {
      showToast({
        title: 'Failed to confirm the restore',
        description: messageOf(error),
        variant: 'destructive',
      });
    },
  });

  async function start() {
    const answer = await ask({
      title: 'Is the old shop shut down?',
      text: 'If it is still running, both will email the same customers.',
      confirm: 'Yes, it is shut down',
    });
    if (answer === 'confirmed') confirming.mutate();
  }

  return (
    <div className="space-y-3 py-1">
      <p className="font-semibold">Confirming the restore does this:</p>
      <ul className="list-disc space-y-1 pl-5">
        {effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      <Button onClick={start} disabled={confirming.isPending}>
        {confirming.isPending ? 'Comparing payments…' : 'Confirm the restore'}
      </Button>
    </div>
  );
}

function describeFound(found: number): string {
  if (found === 0) return 'Emails and jobs go on. Orders and payments agree.';
  return found === 1
    ? 'Emails and jobs go on. One thing about payments needs you: see Checks.'
    : `Emails and jobs go on. ${found} things about payments need you: see Checks.`;
}
