import { useRouteLoaderData } from 'react-router';
import { type SiteFacts, siteDefaults } from '#domain/site.ts';

/** What the root loader tells every page. The same for all visitors. */
export interface Shop {
  /** Canonical origin without a closing slash. */
  origin: string;
  publishableKey: string;
  paymentMethods: { stripe: boolean; paypal: boolean };
  sandbox: boolean;
  site: SiteFacts;
}

/** Stands in on the last-resort error page, which may be shown because the root loader failed. */
const unknownShop: Shop = {
  origin: '',
  publishableKey: '',
  paymentMethods: { stripe: false, paypal: false },
  sandbox: false,
  site: siteDefaults,
};

export function useShop(): Shop {
  return (useRouteLoaderData('root') as Shop | undefined) ?? unknownShop;
}
