export interface PictureSources {
  src: string;
  /** Absent for pictures of which there is one size only. */
  avif?: string;
  webp?: string;
}

const exported = /^(\/media\/[a-z0-9-]+)-(\d+)\.(?:avif|webp)$/;

/** In which widths a picture exists, by the width that its address names. */
const series: Record<string, readonly number[]> = {
  960: [320, 640, 960],
  1000: [640, 1000],
  1200: [320, 640, 960, 1200],
  1600: [640, 1000, 1600],
  2000: [640, 1000, 1600, 2000],
};

/**
 * The pictures that belong to the shop exist as `/media/<name>-<width>.avif` and `.webp`. Anything
 * else (an upload, a fallback) is used as it is.
 */
export function pictureSources(src: string): PictureSources {
  const [, name, width = ''] = exported.exec(src) ?? [];
  const widths = series[width];
  if (!name || !widths) return { src };
  const list = (format: string) =>
    widths.map((each) => `${name}-${each}.${format} ${each}w`).join(', ');
  return { src, avif: list('avif'), webp: list('webp') };
}
