import { Button } from '#app/components/ui/button.tsx';

interface SaveBarProps {
  dirty: boolean;
  busy: boolean;
  /** What the button says: 'Save', 'Create product'. */
  save: string;
  onDiscard: () => void;
}

/** Stays at the upper edge of a form, clear of the notices; says whether something is unsaved. */
export function SaveBar({ dirty, busy, save, onDiscard }: SaveBarProps) {
  return (
    <div className="sticky top-14 z-20 -mx-4 mb-5 flex flex-wrap items-center justify-end gap-3 border-b border-line bg-bone px-4 py-2.5 sm:-mx-6 sm:px-6 lg:top-0 lg:mx-0 lg:px-0">
      <p className="mr-auto text-sm text-ink-soft" aria-live="polite">
        {busy ? 'Saving...' : dirty ? 'Unsaved changes' : ''}
      </p>
      {dirty && !busy ? (
        <Button variant="secondary" onClick={onDiscard}>
          Discard
        </Button>
      ) : null}
      <Button type="submit" aria-disabled={busy}>
        {busy ? 'Saving...' : save}
      </Button>
    </div>
  );
}
