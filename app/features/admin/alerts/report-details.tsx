import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { useShop } from '#app/lib/use-shop.ts';
import { outcomes } from '../batches/check-outcomes.ts';
import { openPrivateFile } from '../batches/store-document.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { Moment } from '../table/moment.tsx';

/** What a shopper reported, with pictures. */
export function ReportDetails({ id }: { id: string }) {
  const calls = useAdminCalls();
  const { data } = useQuery({
    queryKey: ['report', id],
    queryFn: async () => {
      const rows = await calls.run((tables) => tables.from('code_reports').select().eq('id', id));
      return rows[0] ?? null;
    },
  });
  if (!data) return data === null ? <p>The report was deleted.</p> : null;
  const outcome = outcomes[data.outcome as keyof typeof outcomes];
  return (
    <section aria-label="Report" className="space-y-3 text-sm">
      <p className="text-ink-soft">
        <Moment at={data.created_at} />
        {outcome ? `. The check said: ${outcome}.` : ''}
      </p>
      <p className="break-words whitespace-pre-line">{data.message}</p>
      {data.bought_at ? (
        <p className="break-words">
          <span className="text-ink-soft">Bought at: </span>
          {data.bought_at}
        </p>
      ) : null}
      {data.email ? (
        <p className="break-all">
          <span className="text-ink-soft">Answer to: </span>
          <a href={`mailto:${data.email}`} className="text-link inline-flex min-h-11 items-center">
            {data.email}
          </a>
        </p>
      ) : null}
      <div className="flex flex-wrap gap-3">
        {data.pictures.map((path, index) => (
          <ReportPicture key={path} path={path} label={`Picture ${index + 1} of the report`} />
        ))}
      </div>
    </section>
  );
}

function ReportPicture({ path, label }: { path: string; label: string }) {
  const { publishableKey } = useShop();
  const { data, isError, refetch } = useQuery({
    queryKey: ['report picture', path],
    queryFn: () => openPrivateFile('code-reports', path, publishableKey),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  useEffect(() => () => void (data && URL.revokeObjectURL(data)), [data]);
  if (isError) {
    return (
      <Button variant="secondary" onClick={() => void refetch()}>
        Load {label.toLowerCase()}
      </Button>
    );
  }
  return data ? (
    <img
      src={data}
      alt={label}
      className="max-h-64 max-w-full rounded-sm border border-line bg-bone object-contain"
    />
  ) : (
    <span className="block size-32 animate-pulse rounded-sm bg-bone-deep" />
  );
}
