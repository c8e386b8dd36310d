import { Button } from '#app/components/ui/button.tsx';
import { Moment } from '../table/moment.tsx';

interface ConflictNoticeProps {
  /** When the other change was saved; null if the object was deleted meanwhile. */
  savedAt: string | null;
  /** Which fields differ, in plain words. */
  changed: readonly string[];
  onTakeTheirs: () => void;
  onSaveMine: () => void;
}

/** Someone else saved while this form was open: asks before overwriting their changes. */
export function ConflictNotice({
  savedAt,
  changed,
  onTakeTheirs,
  onSaveMine,
}: ConflictNoticeProps) {
  return (
    <div role="alert" className="mb-5 rounded-md border border-danger bg-danger-soft p-4 text-sm">
      {savedAt === null ? (
        <>
          <p className="font-semibold">
            Someone else has deleted this. Your changes have not been saved yet.
          </p>
          <Button className="mt-3" onClick={onSaveMine}>
            Save mine as new
          </Button>
        </>
      ) : (
        <>
          <p className="font-semibold">
            Someone else saved this on <Moment at={savedAt} /> after you opened it. Your changes
            have not been saved yet.
          </p>
          {changed.length > 0 ? <p className="mt-1">They changed: {changed.join(', ')}.</p> : null}
          <div className="mt-3 flex flex-wrap gap-3">
            <Button variant="secondary" onClick={onTakeTheirs}>
              Show their version
            </Button>
            <Button onClick={onSaveMine}>Overwrite with mine</Button>
          </div>
        </>
      )}
    </div>
  );
}
