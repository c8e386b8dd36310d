import { useRouteLoaderData } from 'react-router';
import type { PaymentMethod } from '#domain/payment-method.ts';
import type { SellingFacts } from '#domain/selling-facts.ts';
import type { SiteFacts } from '#domain/settings.ts';
import type { MenuEntry } from '#domain/texts/menu-entries.ts';
import type { TextsOf } from '#domain/texts/site-texts.ts';

/** Colors, fonts and pictures of the brand. */
export interface Look {
  /** Custom properties with the owner's colors and fonts; empty for the defaults. */
  style: string;
  /** The page's background color. */
  ground: string;
  icon: string;
  /** Preview picture for shared pages that have none of their own. */
  card: string;
  fonts: readonly { href: string; late: boolean }[];
}

/** What the root loader provides to every page; the same for all visitors. */
export interface Shop {
  /** Canonical origin without a trailing slash. */
  origin: string;
  publishableKey: string;
  /** Every payment method, in checkout order. */
  paymentMethods: readonly PaymentMethod[];
  sandbox: boolean;
  site: SiteFacts;
  look: Look;
  /** Texts of menus and footer. */
  words: TextsOf<'layout'>;
  /** The owner's own menu entries; null if the defaults are shown. */
  menus: Record<'main' | 'phone' | 'footer', readonly MenuEntry[] | null>;
  /** The free-shipping claim as visitors read it; empty for none. */
  shippingClaim: string;
  /** When a parcel leaves and how long it takes; empty if the owner has not said. */
  deliveryPromise: string;
  /** Null if the owner has set no rules: an order costs the sum of its lines. */
  selling: SellingFacts | null;
}

/** Not for the last-resort error page, which may be shown because the root loader failed. */
export function useShop(): Shop {
  return useRouteLoaderData('root') as Shop;
}
