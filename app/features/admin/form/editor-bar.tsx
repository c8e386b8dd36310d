import { ArrowLeft, Undo2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { Link } from '#app/components/ui/link.tsx';
import { useShop } from '#app/lib/use-shop.ts';
import { isAsking } from '../dialogs/is-asking.ts';

interface EditorBarProps {
  title: string;
  /** The page the form was opened from. */
  back?: { to: string; label: string };
  dirty: boolean;
  busy: boolean;
  /** The button's label: 'Save', 'Create product'. */
  save: string;
  onDiscard: () => void;
  /** Ways to preview what visitors see. */
  children?: React.ReactNode;
}

/** The sticky bar above a form: what is being edited, whether it is saved, and the save button (Ctrl S). */
export function EditorBar({ title, back, dirty, busy, save, onDiscard, children }: EditorBarProps) {
  const { site } = useShop();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const saveByKey = (event: KeyboardEvent) => {
      const pressed = event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey);
      if (!pressed || event.altKey || event.shiftKey) return;
      // The browser would save the page as a file.
      event.preventDefault();
      if (!isAsking()) button.current?.form?.requestSubmit();
    };
    document.addEventListener('keydown', saveByKey);
    return () => document.removeEventListener('keydown', saveByKey);
  }, []);

  return (
    <header
      data-bar
      className="sticky top-14 z-20 -mx-4 -mt-6 mb-5 flex min-h-16 items-center gap-1.5 border-b border-line bg-bone px-4 py-2 sm:-mx-6 sm:gap-3 sm:px-6 lg:top-0 lg:mx-0 lg:-mt-8 lg:px-0"
    >
      <title>{`${title} | ${site.brand} Admin`}</title>
      {back ? (
        <Link
          to={back.to}
          aria-label={back.label}
          className="-ml-2.5 flex size-11 shrink-0 items-center justify-center rounded-sm hover:bg-bone-deep"
        >
          <ArrowLeft aria-hidden="true" className="size-5" />
        </Link>
      ) : null}
      <div className="mr-auto min-w-0">
        <h1 title={title} className="truncate text-lg leading-tight sm:text-[1.5rem]">
          {title}
        </h1>
        <p className="truncate text-xs text-ink-soft empty:hidden" aria-live="polite">
          {busy ? 'Saving...' : dirty ? 'Unsaved changes' : ''}
        </p>
      </div>
      {children}
      {dirty && !busy ? (
        <Button variant="secondary" onClick={onDiscard} className="shrink-0 min-w-11 max-sm:px-3">
          <Undo2 aria-hidden="true" className="size-4 sm:hidden" />
          <span className="max-sm:sr-only">Discard</span>
        </Button>
      ) : null}
      <Button
        ref={button}
        type="submit"
        aria-disabled={busy}
        aria-keyshortcuts="Control+S Meta+S"
        className="shrink-0"
      >
        {busy ? 'Saving...' : save}
      </Button>
    </header>
  );
}
