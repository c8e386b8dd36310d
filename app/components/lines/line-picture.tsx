import { clsx } from 'clsx';

interface LinePictureProps {
  imageUrl: string | null;
  className?: string;
}

/** The small picture of a line, beside its name and therefore without words of its own. */
export function LinePicture({ imageUrl, className }: LinePictureProps) {
  const frame = clsx('aspect-square shrink-0 bg-stone', className);
  if (!imageUrl) {
    return (
      <span
        className={clsx(
          frame,
          'flex items-center justify-center text-center text-xs text-ink-soft',
        )}
      >
        No Image
      </span>
    );
  }
  return (
    <img
      src={imageUrl}
      alt=""
      width={96}
      height={96}
      decoding="async"
      className={clsx(frame, 'object-cover')}
    />
  );
}
