import { Button } from '#app/components/ui/button.tsx';
import { formatMoment } from '../table/format-moment.ts';
import type { Draft } from './use-draft.ts';

/** Offers what an earlier visit left unsaved, or says that it is back. */
export function DraftNotice({ draft }: { draft: Draft }) {
  const { offered, restoredFrom, overtaken } = draft;
  const at = offered?.at ?? restoredFrom;
  if (!at) return null;
  return (
    <div
      role="status"
      className="mb-5 flex flex-wrap items-center gap-3 rounded-md border border-saffron bg-paper p-4 text-sm"
    >
      <p className="mr-auto">
        What you wrote here until <strong>{formatMoment(at)}</strong>{' '}
        {offered ? 'was not saved.' : 'is back. It is not saved yet.'}
        {overtaken.length > 0
          ? ` Somebody else has changed this since: ${overtaken.join(', ')}.`
          : null}
      </p>
      {offered ? (
        <>
          <Button variant="secondary" onClick={draft.forget}>
            Throw it away
          </Button>
          <Button onClick={draft.restore}>Go on with it</Button>
        </>
      ) : null}
    </div>
  );
}
