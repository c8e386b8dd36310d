import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { TextField } from '#app/components/forms/text-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Link } from '#app/components/ui/link.tsx';
import ModalDialog from '#app/components/ui/modal-dialog.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { messageOf } from '../data/admin-failure.ts';
import { LoadFailure } from '../data/load-failure.tsx';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { alwaysRestore, useStoredState } from '../form/use-stored-state.ts';

/** URL parameters that are not filters. */
const passing = ['page', 'order', 'do'];

/** Named searches and filters of a screen, shared by all administrators. */
export function SavedFilters({ screen }: { screen: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="inline-flex min-h-11 items-center gap-2 whitespace-nowrap rounded-sm border border-line-strong bg-paper px-3.5 text-sm hover:bg-bone"
      >
        <Bookmark aria-hidden="true" className="size-4" />
        Saved filters
      </button>
      {open ? <SavedFiltersDialog screen={screen} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function SavedFiltersDialog({ screen, onClose }: { screen: string; onClose: () => void }) {
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const [address] = useSearchParams();
  const [typed, setTyped] = useStoredState<string>(`filter-name:${screen}`, alwaysRestore);
  const name = typed ?? '';
  const key = ['saved-filters', screen];
  const current = new URLSearchParams(address);
  for (const each of passing) current.delete(each);
  const query = current.toString();
  const { data, isError, refetch } = useQuery({
    queryKey: key,
    queryFn: () =>
      calls.run((tables) =>
        tables.from('saved_filters').select().eq('screen', screen).order('name').limit(200),
      ),
  });
  const settle = {
    onError: (error: unknown) =>
      showToast({ title: 'Not saved', description: messageOf(error), variant: 'destructive' }),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  };
  const save = useMutation({
    // Saving an existing name overwrites it, which also covers a name whose response was lost.
    mutationFn: (sent: string) =>
      calls.run((tables) =>
        tables
          .from('saved_filters')
          .upsert({ screen, name: sent.trim(), query }, { onConflict: 'screen,name' })
          .select('id'),
      ),
    onSuccess: (_saved, sent) => {
      showToast({ title: 'Filters saved', description: sent.trim() });
      setTyped((now) => (now === sent ? null : now));
    },
    ...settle,
  });
  const remove = useMutation({
    mutationFn: (id: string) =>
      calls.run((tables) => tables.from('saved_filters').delete().eq('id', id).select('id')),
    ...settle,
  });

  return (
    <ModalDialog open onOpenChange={(next) => next || onClose()} title="Saved filters">
      <div className="space-y-5 text-sm">
        {isError ? (
          <LoadFailure text="The saved filters could not be loaded." onRetry={refetch} />
        ) : null}
        {data?.length === 0 ? <p className="text-ink-soft">None yet.</p> : null}
        <ul className="divide-y divide-line">
          {data?.map((filter) => (
            <li key={filter.id} className="flex items-center gap-3">
              <Link
                to={`?${filter.query}`}
                onClick={onClose}
                className="flex min-h-11 min-w-0 flex-1 items-center font-semibold wrap-anywhere text-link"
              >
                {filter.name}
              </Link>
              <button
                type="button"
                onClick={() => remove.mutate(filter.id)}
                className="min-h-11 px-2 font-semibold hover:underline"
              >
                Delete<span className="sr-only"> {filter.name}</span>
              </button>
            </li>
          ))}
        </ul>
        <form
          className="flex flex-wrap items-end gap-3 border-t border-line pt-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() && query && !save.isPending) save.mutate(name);
          }}
        >
          <TextField
            compact
            label="Save current filters as"
            name="name"
            maxLength={80}
            value={name}
            hint={query ? undefined : 'Search or filter something first.'}
            onChange={({ target }) => setTyped(target.value)}
            className="min-w-0 flex-1 basis-56"
          />
          <Button type="submit" aria-disabled={!name.trim() || !query || save.isPending}>
            {save.isPending ? 'Saving...' : 'Save'}
          </Button>
        </form>
      </div>
    </ModalDialog>
  );
}
