import { useState } from 'react';
import ModalDialog from '#app/components/ui/modal-dialog.tsx';
import { Picture } from '#app/components/ui/picture.tsx';

interface GalleryZoomProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  src: string;
}

/** One picture over the page; a press doubles it, scrolling moves it. */
export default function GalleryZoom({ open, onOpenChange, title, src }: GalleryZoomProps) {
  const [close, setClose] = useState(false);
  return (
    <ModalDialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      titleHidden
      className="overflow-hidden p-0!"
    >
      <div className="size-[min(94vw,92dvh)] overflow-auto overscroll-contain bg-stone">
        <button
          type="button"
          aria-pressed={close}
          aria-label="Closer"
          onClick={() => setClose(!close)}
          className={close ? 'block w-[200%] cursor-zoom-out' : 'block w-full cursor-zoom-in'}
        >
          <Picture
            src={src}
            alt={title}
            sizes="960px"
            width={960}
            height={960}
            className="w-full"
          />
        </button>
      </div>
    </ModalDialog>
  );
}
