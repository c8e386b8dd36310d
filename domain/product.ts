import type { Database } from '#supabase/database.gen.ts';
import { type Cents, toCents } from './money.ts';

/** A product as the REST API returns it; prices are decimal amounts in USD. */
export type Product = Omit<Database['public']['Tables']['products']['Row'], 'related_products'>;

/** What a product page is built from; the supplement facts are parsed separately. */
export type ShownProduct = Omit<Product, 'supplement_facts'>;

/** What a card in a grid needs; the rest of the row would only make the page heavier. */
export interface ProductSummary {
  id: string;
  name: string;
  path: string;
  priceCents: Cents;
  /** The former price, if it was higher. */
  wasCents?: Cents;
  weight: string;
  soldOut: boolean;
  image: string;
  /** The owner's alternative text; absent if the name is used instead. */
  imageAlt?: string;
  /** The focal point for cropping: '3 7', tenths of width and height. */
  imageFocus?: string;
  /** Shown while the card is hovered. */
  secondImage?: string;
}

/** Shown if a product has no picture (requirements §3.1). */
export const fallbackImage = '/placeholder.svg';

/** Cards link by slug, or by id if there is none (requirements §2.4). */
export function productPath(product: Pick<Product, 'id' | 'slug'>): string {
  return `/product/${product.slug || product.id}`;
}

/** The columns that a card needs. */
export type CardColumns = Pick<
  Product,
  | 'id'
  | 'name'
  | 'slug'
  | 'price'
  | 'compare_at_price'
  | 'weight_type'
  | 'buyable'
  | 'image_url'
  | 'image_urls'
  | 'image_alts'
  | 'image_focus'
>;

/** The former price shown struck through: only if above the current price, otherwise null. */
export function formerPrice({
  price,
  compare_at_price,
}: Pick<Product, 'price' | 'compare_at_price'>): Cents | null {
  const former = compare_at_price === null ? 0 : toCents(compare_at_price);
  return former > toCents(price) ? former : null;
}

export function summarizeProduct(product: CardColumns): ProductSummary {
  const image = product.image_url || fallbackImage;
  const alt = writtenAlt(product, image);
  const wasCents = formerPrice(product);
  const secondImage = productImages(product).find((url) => url !== image);
  return {
    id: product.id,
    name: product.name,
    path: productPath(product),
    priceCents: toCents(product.price),
    ...(wasCents !== null && { wasCents }),
    weight: product.weight_type,
    soldOut: !product.buyable,
    image,
    ...(alt && { imageAlt: alt }),
    ...(product.image_focus && { imageFocus: product.image_focus }),
    ...(secondImage && { secondImage }),
  };
}

/** The main picture first, then the others, without duplicates. */
export function productImages(product: Pick<Product, 'image_url' | 'image_urls'>): string[] {
  const images = [...new Set([product.image_url, ...product.image_urls].filter(Boolean))];
  return images.length > 0 ? images : [fallbackImage];
}

/** The alternative text for the picture at this URL; '' if the owner wrote none. */
export function writtenAlt({ image_alts }: { image_alts: unknown }, image: string): string {
  if (typeof image_alts !== 'object' || image_alts === null) return '';
  const alt: unknown = Object.entries(image_alts).find(([address]) => address === image)?.[1];
  return typeof alt === 'string' ? alt : '';
}

/** The view count shown on the page. */
export function shownViews(product: Pick<Product, 'view_count' | 'initial_view_count'>): number {
  return product.view_count + product.initial_view_count;
}

/**
 * Price per gram or milliliter, to the nearest cent: 30g for $49.90 → { cents: 166, unit: 'g' }.
 * Null if the weight contains no amount.
 */
export function pricePerUnit(
  priceCents: Cents,
  weight: string,
): { cents: Cents; unit: string } | null {
  const match = /^(\d{1,6}) ?(g|ml)$/.exec(weight);
  const amount = Number(match?.[1]);
  const unit = match?.[2];
  if (!unit || !amount) return null;
  return { cents: Math.round(priceCents / amount), unit };
}

/** The container, for texts about one product: weights in grams are jars, volumes are bottles. */
export function containerName(weight: string): 'jar' | 'bottle' {
  return weight.endsWith('ml') ? 'bottle' : 'jar';
}

/** Ignores empty and duplicate tags (requirements §5.5). */
export function addTag(tags: readonly string[], added: string): string[] {
  const tag = added.trim();
  return tag === '' || tags.includes(tag) ? [...tags] : [...tags, tag];
}
