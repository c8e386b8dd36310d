import { Suspense, useState } from 'react';
import { lazyOverlay } from '#app/components/ui/lazy-part.tsx';
import { Link } from '#app/components/ui/link.tsx';
import { SearchIcon } from '#app/components/ui/shop-icons.tsx';

const SearchDialog = lazyOverlay(() => import('./search-dialog.tsx'));

/** A link to the search page; after hydration, it opens the search dialog instead. */
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
        <SearchIcon />
      </Link>
      {open === null ? null : (
        <Suspense fallback={null}>
          <SearchDialog open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
