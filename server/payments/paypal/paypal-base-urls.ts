export const livePaypal = 'https://api-m.paypal.com';

/** Base URLs of PayPal's pages, by the API's base URL. */
const webBases: Record<string, string> = {
  [livePaypal]: 'https://www.paypal.com',
  'https://api-m.sandbox.paypal.com': 'https://www.sandbox.paypal.com',
};

/** In webhooks, certificate URLs use the API's older host. */
const certificateBases: Record<string, readonly string[]> = {
  [livePaypal]: ['https://api.paypal.com'],
  'https://api-m.sandbox.paypal.com': ['https://api.sandbox.paypal.com'],
};

export interface PaypalBaseUrls {
  /** Both without a trailing slash. */
  apiBase: string;
  webBase: string;
  /** A webhook's certificate must be under one of these. */
  certificateBases: readonly string[];
}

/** PayPal's base URLs. For any API base other than PayPal's own, pages and API share one base. */
export function paypalBaseUrls(given: {
  apiBase?: string | undefined;
  webBase?: string | undefined;
}): PaypalBaseUrls {
  const apiBase = given.apiBase ?? livePaypal;
  return {
    apiBase,
    webBase: given.webBase ?? webBases[apiBase] ?? apiBase,
    certificateBases: [apiBase, ...(certificateBases[apiBase] ?? [])],
  };
}
