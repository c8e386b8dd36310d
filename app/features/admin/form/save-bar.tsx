import { Button } from '#app/components/ui/button.tsx';

interface SaveBarProps {
  dirty: boolean;
  busy: boolean;
  /** What the button says: 'Save', 'Create product'. */
  save: string;
  onDiscard: () => void;
}

/** Stays at the lower edge of a form; says whether something is unsaved. */
export function SaveBar({ dirty, busy, save, onDiscard }: SaveBarProps) {
  return (
    <div className="sticky bottom-0 z-20 -mx-4 mt-6 flex flex-wrap items-center justify-end gap-3 border-t border-line bg-bone/95 px-4 py-3 sm:-mx-6 sm:px-6 lg:mx-0 lg:px-0">
      <p className="mr-auto text-sm text-ink-soft" aria-live="polite">
        {busy ? 'Saving...' : dirty ? 'Unsaved changes' : ''}
      </p>
      {dirty && !busy ? (
        <Button variant="secondary" onClick={onDiscard}>
          Discard
        </Button>
      ) : null}
      <Button type="submit" aria-disabled={busy || !dirty}>
        {busy ? 'Saving...' : save}
      </Button>
    </div>
  );
}
