import { useRouteLoaderData } from 'react-router';
import type { PaymentMethod } from '#domain/payment-method.ts';
import type { SellingFacts } from '#domain/selling-facts.ts';
import type { SiteFacts } from '#domain/settings.ts';
import type { MenuEntry } from '#domain/texts/menu-entries.ts';
import type { TextsOf } from '#domain/texts/site-texts.ts';

/** Colors, fonts and pictures of the brand. */
export interface Look {
  /** Custom properties in the owner's colors and fonts; empty for the shop's own. */
  style: string;
  /** The color behind everything. */
  ground: string;
  icon: string;
  /** Picture of pages that have none of their own, where they are shared. */
  card: string;
  fonts: readonly { href: string; late: boolean }[];
}

/** What the root loader tells every page. The same for all visitors. */
export interface Shop {
  /** Canonical origin without a closing slash. */
  origin: string;
  publishableKey: string;
  /** Every way of paying, in the order of the checkout. */
  paymentMethods: readonly PaymentMethod[];
  sandbox: boolean;
  site: SiteFacts;
  look: Look;
  /** Menus and footer. */
  words: TextsOf<'layout'>;
  /** Entries of the owner's own; null where the shop's are shown. */
  menus: Record<'main' | 'phone' | 'footer', readonly MenuEntry[] | null>;
  /** The free-shipping claim as visitors read it; empty for none. */
  shippingClaim: string;
  /** When a parcel leaves and how long it takes; empty where the owner has not said. */
  deliveryPromise: string;
  /** Null where the owner has set nothing of it: an order costs what its lines do. */
  selling: SellingFacts | null;
}

/** Not for the last-resort error page, which may be shown because the root loader failed. */
export function useShop(): Shop {
  return useRouteLoaderData('root') as Shop;
}
