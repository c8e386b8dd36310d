export const livePaypal = 'https://api-m.paypal.com';

/** Base URLs of PayPal's pages, by that of its API. */
const webBases: Record<string, string> = {
  [livePaypal]: 'https://www.paypal.com',
  'https://api-m.sandbox.paypal.com': 'https://www.sandbox.paypal.com',
};

/** Webhooks name their certificate under the API's older host. */
const certificateBases: Record<string, readonly string[]> = {
  [livePaypal]: ['https://api.paypal.com'],
  'https://api-m.sandbox.paypal.com': ['https://api.sandbox.paypal.com'],
};

export interface PaypalBaseUrls {
  /** Both without a trailing slash. */
  apiBase: string;
  webBase: string;
  /** Below these a webhook's certificate may be. */
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
