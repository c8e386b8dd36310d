export interface PictureSources {
  src: string;
  /** Absent for pictures of which there is one size only. */
  avif?: string;
  webp?: string;
}

const exported = /^(\/media\/[a-z0-9-]+)-\d+\.(?:avif|webp)$/;

/** Widths in which the product pictures exist. */
const productWidths = [320, 640, 960] as const;

/**
 * The pictures that belong to the shop exist as `/media/<name>-<width>.avif` and `.webp`. Anything
 * else (an upload, a fallback) is used as it is.
 */
export function pictureSources(
  src: string,
  widths: readonly number[] = productWidths,
): PictureSources {
  const name = exported.exec(src)?.[1];
  if (!name) return { src };
  const list = (format: string) =>
    widths.map((width) => `${name}-${width}.${format} ${width}w`).join(', ');
  return { src, avif: list('avif'), webp: list('webp') };
}
