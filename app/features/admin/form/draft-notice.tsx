import { Button } from '#app/components/ui/button.tsx';
import { Moment } from '../table/moment.tsx';
import type { Draft } from './use-draft.ts';

/** Offers to restore unsaved changes from an earlier visit, or says that they were restored. */
export function DraftNotice({ draft }: { draft: Draft }) {
  const { offered, waiting, restoredFrom, overtaken, leftOut, restore } = draft;
  const at = offered?.at ?? restoredFrom;
  if (!at) return null;
  return (
    <div
      role="status"
      className="mb-5 flex flex-wrap items-center gap-3 rounded-md border border-saffron bg-paper p-4 text-sm"
    >
      <p className="mr-auto">
        Your draft from{' '}
        <strong>
          <Moment at={at} />
        </strong>{' '}
        {offered ? 'was not saved.' : 'has been restored. It is not saved yet.'}
        {waiting > 0
          ? ` ${waiting} older ${waiting === 1 ? 'one' : 'ones'} can be seen next.`
          : null}
        {overtaken.length > 0 ? ` Someone else has since changed: ${overtaken.join(', ')}.` : null}
        {leftOut.map(({ field, text }) => (
          <span key={field} className="mt-1 block wrap-anywhere whitespace-pre-line">
            {`There is no field here for the ${field} that you typed: “${text}”`}
          </span>
        ))}
      </p>
      {offered ? (
        <>
          <Button variant="secondary" onClick={draft.discardOffer}>
            Discard draft
          </Button>
          {restore ? <Button onClick={restore}>Continue</Button> : null}
        </>
      ) : null}
    </div>
  );
}
