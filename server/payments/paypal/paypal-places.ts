const live = 'https://api-m.paypal.com';

/** PayPal's pages, by the address of its API. */
const webBases: Record<string, string> = {
  [live]: 'https://www.paypal.com',
  'https://api-m.sandbox.paypal.com': 'https://www.sandbox.paypal.com',
};

/** Webhooks name their certificate under the API's older address. */
const certificateBases: Record<string, readonly string[]> = {
  [live]: ['https://api.paypal.com'],
  'https://api-m.sandbox.paypal.com': ['https://api.sandbox.paypal.com'],
};

export interface PaypalPlaces {
  /** Both without a trailing slash. */
  apiBase: string;
  webBase: string;
  /** Below these a webhook's certificate may be. */
  certificateBases: readonly string[];
}

/** Where PayPal is. Elsewhere than at PayPal's own addresses, pages and API share one base. */
export function paypalPlaces(given: {
  apiBase?: string | undefined;
  webBase?: string | undefined;
}): PaypalPlaces {
  const apiBase = given.apiBase ?? live;
  return {
    apiBase,
    webBase: given.webBase ?? webBases[apiBase] ?? apiBase,
    certificateBases: [apiBase, ...(certificateBases[apiBase] ?? [])],
  };
}
