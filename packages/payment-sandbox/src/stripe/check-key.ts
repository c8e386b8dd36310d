import { StripeError } from './errors.ts';

/**
 * Bearer, or Basic with the key as the user name (https://docs.stripe.com/api/authentication).
 * Without an `expected` key, any key is accepted, but there must be one. Throws Stripe's 401.
 */
export function checkKey(authorization: string | undefined, expected: string | undefined): void {
  const key = keyOf(authorization);
  if (key === '') {
    throw refusal(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://docs.stripe.com/api/authentication for details.",
    );
  }
  if (expected !== undefined && key !== expected) {
    throw refusal(`Invalid API Key provided: ${mask(key)}`);
  }
}

function keyOf(authorization = ''): string {
  const [scheme = '', credentials = ''] = authorization.trim().split(/\s+/);
  if (scheme.toLowerCase() === 'bearer') return credentials;
  if (scheme.toLowerCase() !== 'basic') return '';
  return Buffer.from(credentials, 'base64').toString('utf8').split(':')[0] ?? '';
}

function mask(key: string): string {
  return key.length > 12 ? `${key.slice(0, 8)}***${key.slice(-4)}` : '***';
}

function refusal(message: string): StripeError {
  return new StripeError(401, 'invalid_request_error', message, {}, false);
}
