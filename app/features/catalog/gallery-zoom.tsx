import { useLayoutEffect, useRef, useState } from 'react';
import ModalDialog from '#app/components/ui/modal-dialog.tsx';
import { Picture } from '#app/components/ui/picture.tsx';
import { BackIcon, NextIcon } from '#app/components/ui/shop-icons.tsx';

interface GalleryZoomProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  pictures: readonly { src: string; alt: string }[];
  /** The picture that was clicked. */
  first: number;
  /** Scrolls the page's own strip along. */
  onShow: (index: number) => void;
}

/** Where the picture was clicked, as fractions of its size; the center for keyboard users. */
interface Focus {
  x: number;
  y: number;
}

/** A picture in an overlay; a click doubles its size around that point, scrolling pans it. */
export default function GalleryZoom({
  open,
  onOpenChange,
  pictures,
  first,
  onShow,
}: GalleryZoomProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [focus, setFocus] = useState<Focus | null>(null);
  // Null while closed: the strip in the page decides which picture opens next.
  const [chosen, setChosen] = useState<number | null>(null);
  const index = chosen ?? first;
  const picture = pictures[index];
  const several = pictures.length > 1;

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

  function move(by: number): void {
    const next = (index + by + pictures.length) % pictures.length;
    setFocus(null);
    setChosen(next);
    onShow(next);
  }

  function moveByKey({ key }: React.KeyboardEvent): void {
    // While zoomed in, the arrow keys pan.
    if (focus || !several) return;
    if (key === 'ArrowRight') move(1);
    if (key === 'ArrowLeft') move(-1);
  }

  function change(opened: boolean): void {
    if (!opened) {
      setChosen(null);
      setFocus(null);
    }
    onOpenChange(opened);
  }

  return (
    <ModalDialog
      open={open}
      onOpenChange={change}
      title={picture?.alt ?? ''}
      titleHidden
      className="overflow-hidden p-0!"
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows are a second way, beside the buttons */}
      <div onKeyDown={moveByKey}>
        <div
          ref={frame}
          className="size-[min(94vw,92dvh)] overflow-auto overscroll-contain bg-stone"
        >
          <button
            type="button"
            aria-pressed={focus !== null}
            aria-label="Zoom in"
            onClick={toggle}
            className={focus ? 'block w-[200%] cursor-zoom-out' : 'block w-full cursor-zoom-in'}
          >
            <Picture
              key={picture?.src}
              src={picture?.src ?? ''}
              alt={picture?.alt ?? ''}
              sizes="960px"
              width={960}
              height={960}
              className="w-full"
            />
          </button>
        </div>
        {several ? (
          <div className="absolute bottom-3 left-1/2 flex -translate-x-1/2 items-center rounded-full bg-paper shadow-lift">
            <button
              type="button"
              aria-label="Previous image"
              onClick={() => move(-1)}
              className="flex size-11 items-center justify-center rounded-full"
            >
              <BackIcon className="size-5" />
            </button>
            <p role="status" className="min-w-12 text-center text-sm tabular-nums">
              <span className="sr-only">Image </span>
              {index + 1} <span aria-hidden="true">/</span>
              <span className="sr-only">of</span> {pictures.length}
            </p>
            <button
              type="button"
              aria-label="Next image"
              onClick={() => move(1)}
              className="flex size-11 items-center justify-center rounded-full"
            >
              <NextIcon className="size-5" />
            </button>
          </div>
        ) : null}
      </div>
    </ModalDialog>
  );
}
