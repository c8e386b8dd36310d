import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { TextAreaField } from '#app/components/forms/text-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { AdminFailure, messageOf } from '../data/admin-failure.ts';
import { LoadFailure } from '../data/load-failure.tsx';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { useConfirm } from '../dialogs/confirm.tsx';
import { type DraftRow, nextDraft, sendDraft } from '../form/draft-row.ts';
import { alwaysRestore, useStoredState } from '../form/use-stored-state.ts';
import { Moment } from '../table/moment.tsx';

/** What the notes are about: an order, or a customer by lowercase email address. */
export type Noted = { order_id: string } | { email: string };

interface Draft extends DraftRow {
  body: string;
}

/** The team's notes, newest first; customers never see them. */
export function Notes({ about }: { about: Noted }) {
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const ask = useConfirm();
  const [column, value] = 'email' in about ? ['email', about.email] : ['order_id', about.order_id];
  const key = ['notes', column, value];
  const [draft, setDraft] = useStoredState<Draft>(`note:${value}`, alwaysRestore);
  const body = draft?.body ?? '';
  const { data, isError, refetch } = useQuery({
    queryKey: key,
    queryFn: () =>
      calls.run((tables) =>
        tables
          .from('notes')
          .select()
          .eq(column, value)
          .order('created_at', { ascending: false })
          .limit(200),
      ),
  });
  const refresh = () => queries.invalidateQueries({ queryKey: key });
  const fail = (title: string) => (error: unknown) =>
    showToast({ title, description: messageOf(error), variant: 'destructive' });

  const add = useMutation({
    mutationFn: async (note: Draft) => {
      try {
        await calls.run((tables) =>
          tables
            .from('notes')
            .insert({ id: note.id, body: note.body.trim(), ...about })
            .select('id'),
        );
      } catch (error) {
        // Already stored by a call whose response was lost.
        if (!(error instanceof AdminFailure && error.code === '23505')) throw error;
      }
    },
    onSuccess: (_data, sent) => setDraft((now) => nextDraft(now, sent)),
    onError: fail('Note not saved'),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: (id: string) =>
      calls.run((tables) => tables.from('notes').delete().eq('id', id).select('id')),
    onError: fail('Note not deleted'),
    onSettled: refresh,
  });

  return (
    <section aria-label="Notes" className="text-sm">
      <h3 className="font-sans text-sm font-semibold">Notes</h3>
      <p className="mt-1 text-ink-soft">For the team only. Customers never see them.</p>
      <form
        className="mt-3 space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (!draft || !body.trim() || add.isPending) return;
          const note = sendDraft(draft, body.trim());
          setDraft(note);
          add.mutate(note);
        }}
      >
        <TextAreaField
          compact
          label="New note"
          name="note"
          rows={2}
          maxLength={5000}
          value={body}
          onChange={({ target }) =>
            setDraft((now) =>
              target.value || now?.sent
                ? { ...(now ?? { id: crypto.randomUUID() }), body: target.value }
                : null,
            )
          }
        />
        <Button type="submit" variant="secondary" aria-disabled={add.isPending || !body.trim()}>
          {add.isPending ? 'Saving...' : 'Add note'}
        </Button>
      </form>
      {isError ? (
        <div className="mt-3">
          <LoadFailure text="The notes could not be loaded." onRetry={refetch} />
        </div>
      ) : null}
      <ul className="mt-3 divide-y divide-line">
        {data?.map((note) => (
          <li key={note.id} className="flex items-start gap-3 py-2">
            <div className="min-w-0 flex-1">
              <p className="wrap-anywhere whitespace-pre-wrap">{note.body}</p>
              <p className="text-xs text-ink-soft">
                <Moment at={note.created_at} />
                {note.author_email ? ` · ${note.author_email}` : null}
              </p>
            </div>
            <button
              type="button"
              className="min-h-11 shrink-0 px-2 font-semibold hover:underline"
              onClick={async () => {
                const agreed = await ask({
                  title: 'Delete this note?',
                  text: note.body.slice(0, 200),
                  confirm: 'Delete',
                  danger: true,
                });
                if (agreed) remove.mutate(note.id);
              }}
            >
              Delete<span className="sr-only"> note</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
