import { useRouteLoaderData } from 'react-router';
import type { SiteFacts } from '#domain/site.ts';

/** What the root loader tells every page. The same for all visitors. */
export interface Shop {
  /** Canonical origin without a closing slash. */
  origin: string;
  publishableKey: string;
  paymentMethods: { stripe: boolean; paypal: boolean };
  sandbox: boolean;
  site: SiteFacts;
}

/** Not for the last-resort error page, which may be shown because the root loader failed. */
export function useShop(): Shop {
  return useRouteLoaderData('root') as Shop;
}
