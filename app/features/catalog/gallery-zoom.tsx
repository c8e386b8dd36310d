import { useLayoutEffect, useRef, useState } from 'react';
import ModalDialog from '#app/components/ui/modal-dialog.tsx';
import { Picture } from '#app/components/ui/picture.tsx';

interface GalleryZoomProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  src: string;
}

/** Where the picture was pressed, as shares of its size; the middle for the keyboard. */
interface Focus {
  x: number;
  y: number;
}

/** One picture over the page; a press doubles it around the point, scrolling moves it. */
export default function GalleryZoom({ open, onOpenChange, title, src }: GalleryZoomProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [focus, setFocus] = useState<Focus | null>(null);

  useLayoutEffect(() => {
    const box = frame.current;
    if (!box || !focus) return;
    box.scrollTo({
      left: focus.x * box.scrollWidth - box.clientWidth / 2,
      top: focus.y * box.scrollHeight - box.clientHeight / 2,
    });
  }, [focus]);

  function toggle(event: React.MouseEvent): void {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const byKeyboard = event.detail === 0;
    const point = byKeyboard
      ? { x: 0.5, y: 0.5 }
      : { x: (event.clientX - left) / width, y: (event.clientY - top) / height };
    setFocus(focus ? null : point);
  }

  return (
    <ModalDialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      titleHidden
      className="overflow-hidden p-0!"
    >
      <div ref={frame} className="size-[min(94vw,92dvh)] overflow-auto overscroll-contain bg-stone">
        <button
          type="button"
          aria-pressed={focus !== null}
          aria-label="Zoom in"
          onClick={toggle}
          className={focus ? 'block w-[200%] cursor-zoom-out' : 'block w-full cursor-zoom-in'}
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
