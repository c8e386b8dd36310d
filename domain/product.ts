import type { Database } from '#supabase/database.gen.ts';
import { type Cents, toCents } from './money.ts';

/** A product as the table interface sends it; prices are decimal amounts in USD. */
export type Product = Omit<Database['public']['Tables']['products']['Row'], 'related_products'>;

/** What a product's page is made of; the panel's facts are read into their own shape beside it. */
export type ShownProduct = Omit<Product, 'supplement_facts'>;

/** What a card in a grid needs; the rest of the row would only make the page heavier. */
export interface ProductSummary {
  id: string;
  name: string;
  path: string;
  priceCents: Cents;
  /** What it cost before, where that was more. */
  wasCents?: Cents;
  weight: string;
  soldOut: boolean;
  image: string;
  /** What the owner wrote about it; absent: the name says it. */
  imageAlt?: string;
  /** What stays in view where it is cut to fit: '3 7', tenths of width and height. */
  imageFocus?: string;
  /** Shown while a mouse is on the card. */
  secondImage?: string;
}

/** Shown when a product's own picture is missing (requirements §3.1). */
export const fallbackImage = '/placeholder.svg';

/** Cards link by slug, or by id where there is none (requirements §2.4). */
export function productPath(product: Pick<Product, 'id' | 'slug'>): string {
  return `/product/${product.slug || product.id}`;
}

/** The columns that a card is made of. */
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

/** The former price that is shown struck through: one above the price; null for none. */
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

/** The main picture first, then the others, each once. */
export function productImages(product: Pick<Product, 'image_url' | 'image_urls'>): string[] {
  const images = [...new Set([product.image_url, ...product.image_urls].filter(Boolean))];
  return images.length > 0 ? images : [fallbackImage];
}

/** The alternative text of the picture at this URL; '' where nothing is written. */
export function writtenAlt({ image_alts }: { image_alts: unknown }, image: string): string {
  if (typeof image_alts !== 'object' || image_alts === null) return '';
  const alt: unknown = Object.entries(image_alts).find(([address]) => address === image)?.[1];
  return typeof alt === 'string' ? alt : '';
}

/** What the page shows as views. */
export function shownViews(product: Pick<Product, 'view_count' | 'initial_view_count'>): number {
  return product.view_count + product.initial_view_count;
}

/**
 * Price per gram or milliliter, to the nearest cent: 30g for $49.90 → { cents: 166, unit: 'g' }.
 * Null where the weight names no amount.
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

/** What it comes in, for texts about one product: resin is weighed, drops are measured. */
export function containerName(weight: string): 'jar' | 'bottle' {
  return weight.endsWith('ml') ? 'bottle' : 'jar';
}

/** Ignores empty and duplicate tags (requirements §5.5). */
export function addTag(tags: readonly string[], added: string): string[] {
  const tag = added.trim();
  return tag === '' || tags.includes(tag) ? [...tags] : [...tags, tag];
}
