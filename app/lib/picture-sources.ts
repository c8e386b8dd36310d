export interface PictureSources {
  src: string;
  /** Absent for pictures available in one size only. */
  srcset?: string;
  /** The same in a format that not every browser supports. */
  avif?: string;
}

const exported = /^(\/media\/[a-z0-9-]+)-(\d+)\.(?:avif|webp)$/;

/** The widths in which a picture is available, by the width in its URL. */
const series: Record<string, readonly number[]> = {
  960: [320, 640, 960],
  1000: [640, 1000],
  1200: [320, 640, 960, 1200],
  1600: [640, 1000, 1600],
  2000: [640, 1000, 1600, 2000],
};

/** An upload, as the storage client names it, with or without the shop's origin. */
const uploaded = /^(?:https?:\/\/[^/]+)?\/storage\/v1\/object\/public\/(uploads\/[\w.-]+)$/;
const uploadWidths = [320, 640, 960, 1280];

/**
 * The shop's own pictures exist as `/media/<name>-<width>.avif` and `.webp`. Uploads are rendered
 * in the requested width and in the format that the browser prefers. Anything else is used as it
 * is.
 */
export function pictureSources(src: string): PictureSources {
  const upload = uploaded.exec(src)?.[1];
  if (upload) {
    const sized = (width: number) =>
      `/storage/v1/render/image/public/${upload}?width=${width}&quality=75`;
    return {
      src: sized(960),
      srcset: uploadWidths.map((width) => `${sized(width)} ${width}w`).join(', '),
    };
  }
  const [, name, width = ''] = exported.exec(src) ?? [];
  const widths = series[width];
  if (!name || !widths) return { src };
  const list = (format: string) =>
    widths.map((each) => `${name}-${each}.${format} ${each}w`).join(', ');
  return { src, srcset: list('webp'), avif: list('avif') };
}
