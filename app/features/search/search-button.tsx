import { Suspense, useState } from 'react';
import { lazyOverlay } from '#app/components/ui/lazy-part.tsx';
import { Link } from '#app/components/ui/link.tsx';

const SearchDialog = lazyOverlay(() => import('./search-dialog.tsx'));

/** A link to the search page; once scripts work it opens the search over the page instead. */
export function SearchButton() {
  const [open, setOpen] = useState<boolean | null>(null);

  function openDialog(event: React.MouseEvent): void {
    event.preventDefault();
    setOpen(true);
  }

  return (
    <>
      <Link
        to="/search"
        aria-label="Search"
        onClick={openDialog}
        onPointerEnter={SearchDialog.preload}
        onFocus={SearchDialog.preload}
        className="flex size-11 items-center justify-center"
      >
        {/* Drawn here: an icon of the library that the admin area uses too would be a file of its own. */}
        <svg
          viewBox="0 0 24 24"
          aria-hidden="true"
          className="size-6 fill-none stroke-current"
          strokeWidth={1.6}
          strokeLinecap="round"
        >
          <circle cx="11" cy="11" r="8" />
          <path d="m21 21-4.3-4.3" />
        </svg>
      </Link>
      {open === null ? null : (
        <Suspense fallback={null}>
          <SearchDialog open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
