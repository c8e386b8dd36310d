import { Button } from '#app/components/ui/button.tsx';

interface MergedNoticeProps {
  /** What somebody else has changed, in words; if empty, nothing is shown. */
  changed: readonly string[];
  onShowTheirs: () => void;
}

/** Somebody else saved while this form was open: their values are shown with what was typed here on top. */
export function MergedNotice({ changed, onShowTheirs }: MergedNoticeProps) {
  if (changed.length === 0) return null;
  return (
    <div role="alert" className="rounded-md border border-danger bg-danger-soft p-4 text-sm">
      <p className="font-semibold">
        Someone else saved this after you opened it. Your changes have not been saved yet.
      </p>
      <p className="mt-1">
        They changed: {changed.join(', ')}. Their changes are shown here, except where you typed
        something different. Check them, then save again.
      </p>
      <Button variant="secondary" className="mt-3" onClick={onShowTheirs}>
        Discard my changes
      </Button>
    </div>
  );
}
