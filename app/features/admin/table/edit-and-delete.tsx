import { Pencil, Trash2 } from 'lucide-react';
import { Link } from '#app/components/ui/link.tsx';
import { iconButton } from './icon-button.ts';

interface EditAndDeleteProps {
  /** The row's name: 'Mira Stone'. */
  name: string;
  to: string;
  onDelete: () => void;
}

/** The two buttons at the end of a row. */
export function EditAndDelete({ name, to, onDelete }: EditAndDeleteProps) {
  return (
    <>
      <Link to={to} aria-label={`Edit ${name}`} className={iconButton}>
        <Pencil aria-hidden="true" className="size-4.5" />
      </Link>
      <button type="button" aria-label={`Delete ${name}`} onClick={onDelete} className={iconButton}>
        <Trash2 aria-hidden="true" className="size-4.5" />
      </button>
    </>
  );
}
