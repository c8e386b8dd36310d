import type Sharp from 'sharp';

export type { Sharp };

let loading: Promise<typeof Sharp> | undefined;

/** Loads the image library with the first image, because it takes about 30 MB. */
export function loadSharp(): Promise<typeof Sharp> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    // Only the formats that browsers show; no SVG, PDF or whatever else the library can read.
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({
      operation: [
        'VipsForeignLoadJpeg',
        'VipsForeignLoadPng',
        'VipsForeignLoadWebp',
        'VipsForeignLoadNsgif',
        'VipsForeignLoadHeif',
      ],
    });
    return sharp;
  });
  return loading;
}
