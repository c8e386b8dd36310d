import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pictureSources } from './picture-sources.ts';

describe('picture sources', () => {
  it('lists every width of a picture of ours', () => {
    expect(pictureSources('/media/resin-30g-1-960.webp')).toEqual({
      src: '/media/resin-30g-1-960.webp',
      avif: '/media/resin-30g-1-320.avif 320w, /media/resin-30g-1-640.avif 640w, /media/resin-30g-1-960.avif 960w',
      srcset:
        '/media/resin-30g-1-320.webp 320w, /media/resin-30g-1-640.webp 640w, /media/resin-30g-1-960.webp 960w',
    });
  });

  it('takes the widths from the one that is named', () => {
    expect(pictureSources('/media/resin-macro-1000.webp').srcset).toBe(
      '/media/resin-macro-640.webp 640w, /media/resin-macro-1000.webp 1000w',
    );
  });

  it.each(['', 'https://shop.example'])('asks for uploads in the width shown (%j)', (origin) => {
    const { src, srcset } = pictureSources(`${origin}/storage/v1/object/public/uploads/a1.jpg`);
    const sized = '/storage/v1/render/image/public/uploads/a1.jpg';
    expect(src).toBe(`${sized}?width=960&quality=75`);
    expect(srcset).toContain(`${sized}?width=320&quality=75 320w`);
  });

  it.each([
    '/media/resin-macro-777.webp',
    '/product.jpg',
    '/placeholder.svg',
    'https://cdn.example/media/a-1-960.webp',
    'https://cdn.example/storage/v1/object/public/others/a.webp',
    '/media/../a-960.webp',
  ])('uses %s as it is', (src) => {
    expect(pictureSources(src)).toEqual({ src });
  });

  it('names only files that exist, wherever a page or the demo catalog shows a picture', () => {
    const texts = [
      ...globSync('app/**/*.tsx', { exclude: ['**/*.test.tsx'] }),
      'supabase/seed.sql',
    ];
    const named = new Set(
      texts.flatMap((path) => readFileSync(path, 'utf8').match(/\/media\/[\w-]+\.\w+/g) ?? []),
    );
    expect(named.size).toBeGreaterThan(10);
    const files = [...named].flatMap((src) => {
      const { avif, srcset } = pictureSources(src);
      return [src, avif, srcset].flatMap((list) => list?.match(/\/media\/\S+\.\w+/g) ?? []);
    });
    expect(files.filter((file) => !existsSync(`public${file}`))).toEqual([]);
  });
});
