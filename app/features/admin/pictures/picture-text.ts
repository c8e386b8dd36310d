/** What can show pictures: by table, its wording and the page where it can be seen. */
const places: Readonly<
  Record<string, { one: string; many: string; on: string; open?: (id: string) => string }>
> = {
  products: {
    ...{ one: 'product', many: 'products', on: 'on' },
    open: (id) => `/admin/products/${id}`,
  },
  blog_posts: {
    ...{ one: 'blog post', many: 'blog posts', on: 'in' },
    open: (id) => `/admin/blog/${id}`,
  },
  testimonials: {
    ...{ one: 'testimonial', many: 'testimonials', on: 'with' },
    open: (id) => `/admin/testimonials/${id}`,
  },
  partners: {
    ...{ one: 'partner', many: 'partners', on: 'with' },
    open: (id) => `/admin/partners/${id}`,
  },
  site_settings: {
    ...{ one: 'setting', many: 'settings', on: 'in' },
    open: () => '/admin/settings/look',
  },
  orders: { one: 'orders', many: 'orders', on: 'in' },
};

const settings: Readonly<Record<string, string>> = {
  logo: 'Logo',
  favicon: 'Icon',
  social_card: 'Card for shared links',
};

export interface PictureUse {
  place: string;
  row_id: string;
  label: string;
}

/** As returned by `admin_picture_uses`. */
export interface PictureUses {
  /** The first hundred. */
  uses: PictureUse[];
  total: number;
  /** Must be passed back when replacing. */
  state: string;
}

/** 'On 3 products, in 1 blog post'; 'Not used'. */
export function describePlaces(counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(places).flatMap(([place, { one, many, on }]) => {
    const count = counts[place] ?? 0;
    if (count === 0) return [];
    if (place === 'orders') return ['in past orders'];
    return [`${on} ${count.toLocaleString('en-US')} ${count === 1 ? one : many}`];
  });
  const text = parts.join(', ');
  return text ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : 'Not used';
}

/** 'Product: Pure Resin'. */
export function describeUse({ place, label }: PictureUse): string {
  if (place === 'orders') return 'Past orders, which go on showing what was bought';
  if (place === 'site_settings') return `Settings: ${settings[label] ?? label}`;
  const noun = places[place]?.one ?? place;
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)}: ${label}`;
}

export function openUse({ place, row_id }: PictureUse): string | null {
  return places[place]?.open?.(row_id) ?? null;
}

/** '2.4 MB'. */
export function describeSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
