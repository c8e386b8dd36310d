import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ButtonLink } from '#app/components/ui/button.tsx';
import type { EditedTable } from '../data/save-unchanged.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { Moment } from '../table/moment.tsx';
import { draftsOf } from './use-draft.ts';

interface OrphanedDraftsProps {
  table: EditedTable;
  /** What they were, for use in a sentence: 'partner'. */
  noun: string;
  /** Path of the list. */
  to: string;
}

/** Shown on a list: unsaved changes to deleted rows, which no longer have a row that links to them. */
export function OrphanedDrafts({ table, noun, to }: OrphanedDraftsProps) {
  const calls = useAdminCalls();
  const [drafts] = useState(() => draftsOf(table));
  const ids = drafts.map(({ id }) => id);
  const { data: found } = useQuery({
    queryKey: ['drafts', table, ids],
    queryFn: () =>
      calls.run((tables) =>
        tables
          .from(table as 'products')
          .select('id')
          .in('id', ids),
      ),
    enabled: ids.length > 0,
    gcTime: 0,
  });
  const gone = found ? drafts.filter(({ id }) => !found.some((row) => row.id === id)) : [];
  return gone.map(({ id, at }) => (
    <div
      key={id}
      role="status"
      className="mb-5 flex flex-wrap items-center gap-3 rounded-md border border-saffron bg-paper p-4 text-sm"
    >
      <p className="mr-auto">
        A {noun} that you were editing was deleted. What you wrote until{' '}
        <strong>
          <Moment at={at} />
        </strong>{' '}
        was not saved.
      </p>
      <ButtonLink variant="secondary" to={`${to}/${id}`}>
        Show what I wrote
      </ButtonLink>
    </div>
  ));
}
