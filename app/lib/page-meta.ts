import type { MetaDescriptor } from 'react-router';
import { fillIn } from '#domain/placeholders.ts';
import type { Shop } from './use-shop.ts';

export interface PageMeta {
  /** The full title, as shown in the tab; `{name}` in it is the shop's name. */
  title: string;
  /** May contain `{name}` as well. Empty if none was written: search engines then choose from the text. */
  description: string;
  /** Absolute path with its leading slash; absent for pages without their own URL. */
  path?: string;
  keywords?: string;
  /** A path on this site or a full URL; 1200 × 630 like the default. */
  image?: string;
  imageAlt?: string;
  type?: 'website' | 'article' | 'product';
  /** Keeps the page out of search results. */
  hidden?: boolean;
}

export interface MetaArgs {
  matches: readonly ({ id: string; loaderData: unknown } | undefined)[];
}

/** The root loader's data, for a route's `meta`; undefined if it failed. */
export function shopOf({ matches }: MetaArgs): Shop | undefined {
  return matches.find((match) => match?.id === 'root')?.loaderData as Shop | undefined;
}

/** Title, description, canonical URL and link previews of one page. */
export function pageMeta(args: MetaArgs, written: PageMeta): MetaDescriptor[] {
  const shop = shopOf(args);
  const page = shop ? nameShop(written, shop.site.brand) : leaveUnnamed(written);
  const origin = shop?.origin ?? '';
  const image = absolute(origin, page.image ?? shop?.look?.card ?? '/og-default.jpg');
  const tags: MetaDescriptor[] = [
    { title: page.title },
    ...(shop ? [{ property: 'og:site_name', content: shop.site.brand }, feedOf(shop)] : []),
    { property: 'og:title', content: page.title },
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:image', content: image },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: page.imageAlt ?? page.title },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: page.title },
    { name: 'twitter:image', content: image },
  ];
  if (page.description) {
    tags.push(
      { name: 'description', content: page.description },
      { property: 'og:description', content: page.description },
      { name: 'twitter:description', content: page.description },
    );
  }
  if (page.keywords) tags.push({ name: 'keywords', content: page.keywords });
  if (page.hidden) tags.push({ name: 'robots', content: 'noindex' });
  if (page.path && !page.hidden) {
    const address = absolute(origin, page.path);
    tags.push({ tagName: 'link', rel: 'canonical', href: address });
    tags.push({ property: 'og:url', content: address });
  }
  return tags;
}

function feedOf({ site }: Shop): MetaDescriptor {
  const title = `${site.brand} Blog`;
  return {
    tagName: 'link',
    rel: 'alternate',
    href: '/feed.xml',
    type: 'application/rss+xml',
    title,
  };
}

function nameShop(page: PageMeta, name: string): PageMeta {
  const { title, description } = page;
  return { ...page, title: fillIn(title, { name }), description: fillIn(description, { name }) };
}

/** If the root loader failed, the shop's name is unknown. */
function leaveUnnamed(page: PageMeta): PageMeta {
  return { ...page, title: page.title.replace(/\{name\} \| | \| \{name\}/, ''), description: '' };
}

export function absolute(origin: string, address: string): string {
  return /^https?:\/\//.test(address) ? address : `${origin}${address}`;
}
