import Stripe from 'stripe';

export interface StripeConnection {
  secretKey: string;
  /** Another server that implements Stripe's API, with or without a path in front of `/v1`. */
  apiBase?: string | undefined;
  timeoutMs: number;
  /** How often the SDK retries a call that got no response, with the same idempotency key. */
  maxNetworkRetries: number;
}

export function createStripeClient(connection: StripeConnection): Stripe {
  const { secretKey, apiBase, timeoutMs, maxNetworkRetries } = connection;
  const shared = { timeout: timeoutMs, maxNetworkRetries, telemetry: false };
  if (!apiBase) return new Stripe(secretKey, shared);
  const { hostname, port, protocol, pathname } = new URL(apiBase);
  const secure = protocol === 'https:';
  const prefix = pathname.replace(/\/+$/, '');
  return new Stripe(secretKey, {
    ...shared,
    host: hostname,
    port: port || (secure ? 443 : 80),
    protocol: secure ? 'https' : 'http',
    // The SDK has no option for a path in front of its own.
    ...(prefix && { httpClient: Stripe.createFetchHttpClient(fetchBelow(prefix)) }),
  });
}

function fetchBelow(prefix: string): typeof fetch {
  return (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    url.pathname = `${prefix}${url.pathname}`;
    return fetch(url, init);
  };
}
