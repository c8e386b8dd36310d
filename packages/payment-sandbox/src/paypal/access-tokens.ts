import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { PaypalError } from './errors.ts';

export interface Credentials {
  clientId: string;
  clientSecret: string;
}

const LIFETIME_S = 32_400;

/**
 * `/v1/oauth2/token` and the tokens it issued
 * (https://developer.paypal.com/api/rest/authentication/). Without expected credentials, any pair
 * is accepted. A restart invalidates every token, as at PayPal.
 */
export function createAccessTokens(expected: Credentials | undefined, now: () => number) {
  const expiries = new Map<string, number>();

  return {
    async issue(c: Context): Promise<Response> {
      const given = basicCredentials(c.req.header('authorization'));
      const known =
        given !== null &&
        (expected === undefined ||
          (given.clientId === expected.clientId && given.clientSecret === expected.clientSecret));
      if (!known) {
        const refusal = {
          error: 'invalid_client',
          error_description: 'Client Authentication failed',
        };
        return c.json(refusal, 401);
      }
      const form = await c.req.parseBody();
      if (form.grant_type !== 'client_credentials') {
        const refusal = {
          error: 'unsupported_grant_type',
          error_description: 'Grant Type is NULL',
        };
        return c.json(refusal, 400);
      }
      const token = `A21AA${randomBytes(32).toString('base64url')}`;
      expiries.set(token, now() + LIFETIME_S * 1000);
      return c.json({
        scope:
          'https://uri.paypal.com/services/payments/payment https://uri.paypal.com/services/applications/webhooks',
        access_token: token,
        token_type: 'Bearer',
        app_id: 'APP-SANDBOX',
        expires_in: LIFETIME_S,
        nonce: new Date(now()).toISOString(),
      });
    },
    /** Throws PayPal's 401. */
    check(authorization: string | undefined): void {
      const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1] ?? '';
      if ((expiries.get(token) ?? 0) > now()) return;
      throw new PaypalError(
        401,
        'AUTHENTICATION_FAILURE',
        'Authentication failed due to invalid authentication credentials or a missing Authorization header.',
      );
    },
  };
}

function basicCredentials(authorization = ''): Credentials | null {
  const encoded = /^Basic (.+)$/i.exec(authorization)?.[1];
  if (encoded === undefined) return null;
  const [clientId = '', clientSecret = ''] = Buffer.from(encoded, 'base64')
    .toString('utf8')
    .split(':');
  return clientId && clientSecret ? { clientId, clientSecret } : null;
}
