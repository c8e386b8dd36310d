import { describe, expect, it } from 'vitest';
import { pictureSources } from './picture-sources.ts';

describe('picture sources', () => {
  it('lists every width of a picture of ours', () => {
    expect(pictureSources('/media/resin-30g-1-960.webp')).toEqual({
      src: '/media/resin-30g-1-960.webp',
      avif: '/media/resin-30g-1-320.avif 320w, /media/resin-30g-1-640.avif 640w, /media/resin-30g-1-960.avif 960w',
      webp: '/media/resin-30g-1-320.webp 320w, /media/resin-30g-1-640.webp 640w, /media/resin-30g-1-960.webp 960w',
    });
  });

  it.each([
    '/product.jpg',
    '/placeholder.svg',
    'https://cdn.example/media/a-1-960.webp',
    '/storage/v1/object/public/uploads/a-960.webp',
    '/media/../a-960.webp',
  ])('uses %s as it is', (src) => {
    expect(pictureSources(src)).toEqual({ src });
  });
});
