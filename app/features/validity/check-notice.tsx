import { TriangleAlert } from 'lucide-react';
import { Link } from '#app/components/ui/link.tsx';
import type { CheckAnswer } from '#domain/check-answer.ts';
import { formatDate } from '#domain/content-date.ts';

/** What has to be known first: a recall, or an expired best-before date. */
export function CheckNotice({
  outcome,
  recall,
  bestBefore,
}: Pick<CheckAnswer, 'outcome' | 'recall' | 'bestBefore'>) {
  // A withdrawn label does not prove that the jar is one of ours, but whoever has it is told what
  // to do anyway.
  const isWithdrawn = outcome === 'void' && recall !== undefined;
  if (outcome === 'recalled' || isWithdrawn) {
    return (
      <Loud title="Recalled: please don’t use it">
        <p>
          {isWithdrawn
            ? 'The batch that this code was issued for was recalled.'
            : 'This batch is genuine, and it was recalled.'}
        </p>
        {recall ? (
          <>
            <p className="mt-2 whitespace-pre-line break-words">{recall.reason}</p>
            <p className="mt-2 whitespace-pre-line break-words font-semibold">
              {recall.instructions}
            </p>
          </>
        ) : null}
        <p className="mt-2">
          <Link to="/recalls" className="text-link font-semibold">
            All recalls
          </Link>
        </p>
      </Loud>
    );
  }
  if (outcome === 'expired' && bestBefore) {
    return (
      <Loud title="Past its best-before date">
        <p>
          This batch was best before {formatDate(new Date(bestBefore), 'UTC')}. It is no longer
          sold. If you bought it after that day, please tell us where.
        </p>
      </Loud>
    );
  }
  return null;
}

function Loud({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div role="alert" className="mb-4 rounded-md bg-danger p-6 text-white">
      <p className="flex items-center gap-3 font-display text-display-sm">
        <TriangleAlert aria-hidden="true" className="size-7 shrink-0" strokeWidth={1.6} />
        {title}
      </p>
      <div className="mt-3 [&_a]:text-white">{children}</div>
    </div>
  );
}
