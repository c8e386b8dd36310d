import type Sharp from 'sharp';

export type { Sharp };

let loading: Promise<typeof Sharp> | undefined;

/** The image library, loaded with the first image because it takes some 30 MB. */
export function loadSharp(): Promise<typeof Sharp> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    // Only the formats that browsers show; no SVG, PDF or whatever else the library could read.
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
