import { z } from 'zod';
import type { PaypalAccount } from './account.ts';
import { invalidRequest } from './errors.ts';
import { readBody } from './order-params.ts';
import { AUTH_ALGORITHM, isCertificateUrl, isSignedBy, signingKey } from './sign-webhook.ts';

const body = z.object({
  auth_algo: z.string().max(100),
  cert_url: z.url().max(500),
  transmission_id: z.string().min(1).max(50),
  transmission_sig: z.string().min(1).max(500),
  transmission_time: z.string().min(1).max(100),
  webhook_id: z.string().min(1).max(50),
  webhook_event: z.looseObject({}),
});

/**
 * `POST /v1/notifications/verify-webhook-signature`. The signature covers the event's exact bytes,
 * so the request must contain the event exactly as it arrived.
 */
export async function verifySignature(
  account: PaypalAccount,
  rawBody: string,
  webhookId: string | undefined,
): Promise<{ verification_status: 'SUCCESS' | 'FAILURE' }> {
  const given = readBody(body, parse(rawBody));
  const event = rawEventOf(rawBody);
  const { certificate } = await signingKey(account);
  const verified =
    given.auth_algo === AUTH_ALGORITHM &&
    isCertificateUrl(given.cert_url) &&
    given.webhook_id === webhookId &&
    event !== undefined &&
    isSignedBy(
      {
        id: given.transmission_id,
        time: given.transmission_time,
        webhookId: given.webhook_id,
        body: event,
      },
      given.transmission_sig,
      certificate,
    );
  return { verification_status: verified ? 'SUCCESS' : 'FAILURE' };
}

/** The event's original bytes, if it is the last member of the request. */
function rawEventOf(rawBody: string): string | undefined {
  return /"webhook_event"\s*:\s*(\{[\s\S]*\})\s*\}\s*$/.exec(rawBody)?.[1];
}

function parse(rawBody: string): unknown {
  try {
    return JSON.parse(rawBody);
  } catch {
    throw invalidRequest('/', 'must be JSON');
  }
}
