import { Button } from '#app/components/ui/button.tsx';
import { formatMoment } from '../table/format-moment.ts';
import { useDraft } from './use-draft.ts';

/** Keeps a draft of the form around it, and offers the one of an earlier visit. */
export function DraftNotice({ draftKey }: { draftKey: string }) {
  const { kept, restore, forget } = useDraft(draftKey);
  if (!kept) return null;
  return (
    <div
      role="status"
      className="mb-5 flex flex-wrap items-center gap-3 rounded-md border border-saffron bg-paper p-4 text-sm"
    >
      <p className="mr-auto">
        What you wrote here until <strong>{formatMoment(kept.at)}</strong> was not saved.
      </p>
      <Button variant="secondary" onClick={forget}>
        Throw it away
      </Button>
      <Button onClick={restore}>Go on with it</Button>
    </div>
  );
}
