import { useSortable } from '@dnd-kit/sortable';
import { GripVertical, Trash2 } from 'lucide-react';
import { TextField } from '#app/components/forms/text-field.tsx';
import { Thumbnail } from '../table/thumbnail.tsx';

export interface ProductImage {
  url: string;
  alt: string;
}

interface SortableImageProps {
  image: ProductImage;
  /** Position in the list, starting at 1. */
  position: number;
  onAlt: (alt: string) => void;
  onRemove: () => void;
}

const iconButton =
  'flex size-11 shrink-0 items-center justify-center rounded-sm hover:bg-bone-deep';

export function SortableImage({ image, position, onAlt, onRemove }: SortableImageProps) {
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({
    id: image.url,
  });
  return (
    <li
      ref={setNodeRef}
      style={{
        transform: transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined,
        transition,
        zIndex: isDragging ? 10 : undefined,
      }}
      className="relative flex flex-wrap items-center gap-2 rounded-sm border border-line bg-paper p-2"
    >
      <button
        type="button"
        {...attributes}
        {...listeners}
        aria-label={`Move image ${position}`}
        className={`${iconButton} cursor-grab touch-none`}
      >
        <GripVertical aria-hidden="true" className="size-4.5" />
      </button>
      <Thumbnail src={image.url} />
      <TextField
        compact
        label={position === 1 ? 'Alternative text (main image)' : 'Alternative text'}
        name={`alt-${position}`}
        placeholder="What the image shows"
        value={image.alt}
        onChange={(event) => onAlt(event.target.value)}
        className="order-last min-w-0 basis-full sm:order-none sm:flex-1 sm:basis-0"
      />
      <button
        type="button"
        aria-label={`Remove image ${position}`}
        onClick={onRemove}
        className={`${iconButton} ml-auto`}
      >
        <Trash2 aria-hidden="true" className="size-4.5" />
      </button>
    </li>
  );
}
