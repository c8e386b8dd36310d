import { Search } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { Link } from 'react-router';
import type SearchDialog from './search-dialog.tsx';

type Dialog = ComponentType<React.ComponentProps<typeof SearchDialog>>;

const loadDialog = () => import('./search-dialog.tsx');
const preload = () => void loadDialog().catch(() => {});

/** A link to the search page; once scripts work it opens the search over the page instead. */
export function SearchButton() {
  const [Dialog, setDialog] = useState<Dialog | null>(null);
  const [open, setOpen] = useState(false);

  async function openDialog(event: React.MouseEvent): Promise<void> {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
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
        <Search aria-hidden="true" className="size-6" strokeWidth={1.6} />
      </Link>
      {Dialog ? <Dialog open={open} onOpenChange={setOpen} /> : null}
    </>
  );
}
