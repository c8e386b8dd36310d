import { clsx } from 'clsx';
import { Search } from 'lucide-react';
import { createContext, Suspense, use, useCallback, useEffect, useState } from 'react';
import { lazyOverlay } from '#app/components/ui/lazy-part.tsx';
import { isAsking } from '../dialogs/is-asking.ts';

const PaletteDialog = lazyOverlay(() => import('./palette-dialog.tsx'));

/** Whether this machine uses ⌘ for shortcuts. */
const onApple = () => /Mac|iPhone|iPad/.test(navigator.platform);

const OpenPalette = createContext<() => void>(() => {});

/**
 * Wraps everything that can open the palette; Ctrl K or ⌘ K opens it from anywhere. There is one
 * for the whole area, which does not re-render when it opens.
 */
export function PaletteArea({ children }: { children: React.ReactNode }) {
  const [open, setOpen] = useState(false);
  // Stays mounted once opened, so that closing is animated too.
  const [wanted, setWanted] = useState(open);
  if (open && !wanted) setWanted(true);
  const openPalette = useCallback(() => setOpen(true), []);
  useEffect(() => {
    const toggle = (event: KeyboardEvent) => {
      const pressed = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      // A confirmation dialog must be answered first.
      if (!pressed || event.altKey || event.shiftKey || isAsking()) return;
      event.preventDefault();
      setOpen((before) => !before);
    };
    document.addEventListener('keydown', toggle);
    return () => document.removeEventListener('keydown', toggle);
  }, []);
  return (
    <OpenPalette value={openPalette}>
      {children}
      {wanted ? (
        <Suspense fallback={null}>
          <PaletteDialog open={open} onOpenChange={setOpen} />
        </Suspense>
      ) : null}
    </OpenPalette>
  );
}

/** Opens the palette; on phones only the icon is shown. */
export function PaletteButton({ short = false }: { short?: boolean }) {
  const keys = onApple() ? '⌘ K' : 'Ctrl K';
  return (
    <button
      type="button"
      aria-label="Search"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={use(OpenPalette)}
      onPointerEnter={PaletteDialog.preload}
      onFocus={PaletteDialog.preload}
      className={clsx(
        'flex min-h-11 items-center rounded-sm text-bone-deep hover:bg-white/10',
        short ? 'size-11 justify-center' : 'w-full gap-3 border border-white/25 px-3 text-sm',
      )}
    >
      <Search aria-hidden="true" className={short ? 'size-5' : 'size-4.5'} />
      {short ? null : (
        <>
          <span className="flex-1 text-left">Search…</span>
          <kbd className="font-sans text-xs">{keys}</kbd>
        </>
      )}
    </button>
  );
}
