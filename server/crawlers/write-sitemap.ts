import type { Kysely } from 'kysely';
import { SitemapIndexStream, SitemapStream, streamToPromise } from 'sitemap';
import type { DB } from '#supabase/kysely.gen.ts';
import {
  countListed,
  fixedPages,
  type GrowingList,
  type ListedPage,
  readListed,
} from './list-pages.ts';

const growingLists: readonly GrowingList[] = ['products', 'posts', 'batches'];

/** Far below the protocol's 50,000: others wait while one is being written. */
const pagesPerFile = 5_000;

/**
 * The sitemap of every page that search engines may list or, for a shop with many, the index of its
 * parts: `sitemap-pages.xml`, `sitemap-products-1.xml`, `sitemap-posts-1.xml`,
 * `sitemap-batches-1.xml` and so on.
 */
export async function writeSitemap(
  db: Kysely<DB>,
  origin: string,
  perFile = pagesPerFile,
): Promise<Uint8Array<ArrayBuffer>> {
  const counts = await countListed(db);
  if (counts.products + counts.posts + counts.batches <= perFile) {
    const whole = { offset: 0, limit: perFile };
    const growing = await Promise.all([
      readListed(db, 'products', whole),
      readListed(db, 'posts', whole),
      readListed(db, 'batches', whole),
    ]);
    return writeMap([...fixedPages, ...growing.flat()], origin);
  }
  const parts = (list: GrowingList) =>
    Array.from({ length: Math.ceil(counts[list] / perFile) }, (_, part) => `${list}-${part + 1}`);
  const index = new SitemapIndexStream();
  const lists = growingLists.flatMap(parts);
  for (const part of ['pages', ...lists]) {
    index.write({ url: `${origin}/sitemap-${part}.xml` });
  }
  index.end();
  return new Uint8Array(await streamToPromise(index));
}

/** One part of the sitemap; null if there is none with that name. */
export async function writeSitemapPart(
  db: Kysely<DB>,
  origin: string,
  part: string,
  perFile = pagesPerFile,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (part === 'pages') return writeMap(fixedPages, origin);
  const [, list, number] = /^(products|posts|batches)-([1-9]\d{0,5})$/.exec(part) ?? [];
  if (!list) return null;
  const offset = (Number(number) - 1) * perFile;
  const pages = await readListed(db, list as GrowingList, { offset, limit: perFile });
  return pages.length > 0 ? writeMap(pages, origin) : null;
}

async function writeMap(
  pages: readonly ListedPage[],
  origin: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const map = new SitemapStream({ hostname: origin });
  for (const { path, changed, pictures = [] } of pages) {
    map.write({
      url: path,
      ...(changed ? { lastmod: changed.toISOString() } : {}),
      img: pictures.map((picture) => ({ url: new URL(picture, origin).href })),
    });
  }
  map.end();
  return new Uint8Array(await streamToPromise(map));
}
