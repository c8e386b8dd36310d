import { type ComponentType, useState } from 'react';
import { Link } from '#app/components/ui/link.tsx';
import type SearchDialog from './search-dialog.tsx';

type Dialog = ComponentType<React.ComponentProps<typeof SearchDialog>>;

const loadDialog = () => import('./search-dialog.tsx');
const preload = () => void loadDialog().catch(() => {});

/** A link to the search page; once scripts work it opens the search over the page instead. */
export function SearchButton() {
  const [Dialog, setDialog] = useState<Dialog | null>(null);
  const [open, setOpen] = useState(false);

  async function openDialog(event: React.MouseEvent): Promise<void> {
    event.preventDefault();
    try {
      const dialog = await loadDialog();
      setDialog(() => dialog.default);
      setOpen(true);
    } catch {
      window.location.assign('/search');
    }
  }

  return (
    <>
      <Link
        to="/search"
        aria-label="Search"
        onClick={openDialog}
        onPointerEnter={preload}
        onFocus={preload}
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
      {Dialog ? <Dialog open={open} onOpenChange={setOpen} /> : null}
    </>
  );
}
