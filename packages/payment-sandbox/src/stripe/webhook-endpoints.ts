import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { z } from 'zod';
import { noSuch } from './errors.ts';
import type { FormObject } from './form-body.ts';
import { listPage } from './list-page.ts';
import { created, pagination, readParams } from './params.ts';
import type { WebhookEndpoint } from './sign-webhook.ts';

const listSchema = z.strictObject({ ...pagination, created: created.optional() });

/**
 * The registered endpoint as Stripe shows it, without its secret
 * (https://docs.stripe.com/api/webhook_endpoints/object).
 */
function show(endpoint: WebhookEndpoint): Stripe.WebhookEndpoint {
  const digest = createHash('sha256').update(endpoint.url).digest('hex');
  return {
    id: `we_${digest.slice(0, 24)}`,
    object: 'webhook_endpoint',
    api_version: null,
    application: null,
    created: 0,
    description: null,
    enabled_events: [...(endpoint.events ?? ['*'])],
    livemode: false,
    metadata: {},
    status: endpoint.disabled ? 'disabled' : 'enabled',
    url: endpoint.url,
  };
}

export function listWebhookEndpoints(endpoint: WebhookEndpoint | undefined, params: FormObject) {
  const query = readParams(listSchema, params);
  return listPage(endpoint ? [show(endpoint)] : [], query, {
    url: '/v1/webhook_endpoints',
    noun: 'webhook endpoint',
  });
}

export function findWebhookEndpoint(endpoint: WebhookEndpoint | undefined, id: string) {
  const found = endpoint && show(endpoint);
  if (found?.id !== id) throw noSuch('webhook endpoint', id);
  return found;
}

/** Whether events of this type are sent to the URL. */
export function isEnabled({ events, disabled }: WebhookEndpoint, type: string): boolean {
  return !disabled && (!events || events.includes('*') || events.includes(type));
}
