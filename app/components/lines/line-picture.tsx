import { clsx } from 'clsx';
import { useState } from 'react';
import { fallbackImage } from '#domain/product.ts';
import { Picture } from '../ui/picture.tsx';

interface LinePictureProps {
  imageUrl: string | null;
  className?: string;
}

/** The small picture of a line. The name is beside it, so it needs no alternative text. */
export function LinePicture({ imageUrl, className }: LinePictureProps) {
  const [broken, setBroken] = useState<string | null>(null);
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
    <span className={clsx('block', frame)} onErrorCapture={() => setBroken(imageUrl)}>
      <Picture
        key={imageUrl}
        src={broken === imageUrl ? fallbackImage : imageUrl}
        alt=""
        sizes="112px"
        width={112}
        height={112}
        className="size-full object-cover"
      />
    </span>
  );
}
