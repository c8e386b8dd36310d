import { z } from 'zod';
import type { StoredEvent, StripeAccount } from './account.ts';
import { noSuch } from './errors.ts';
import type { FormObject } from './form-body.ts';
import { listPage } from './list-page.ts';
import { boolean, created, pagination, readParams, text } from './params.ts';

const listSchema = z.strictObject({
  ...pagination,
  created: created.optional(),
  delivery_success: boolean.optional(),
  type: text().optional(),
  types: z.array(text()).max(20).optional(),
});

export function listEvents(account: StripeAccount, params: FormObject) {
  const query = readParams(listSchema, params);
  const pattern = query.type?.endsWith('*') ? query.type.slice(0, -1) : undefined;
  return listPage(
    account.events.newest().map(({ event }) => event),
    query,
    {
      url: '/v1/events',
      noun: 'event',
      keep: (event) =>
        (query.type === undefined ||
          (pattern === undefined ? event.type === query.type : event.type.startsWith(pattern))) &&
        (query.types === undefined || query.types.includes(event.type)) &&
        (query.delivery_success === undefined ||
          query.delivery_success === (event.pending_webhooks === 0)),
    },
  );
}

export function findEvent(account: StripeAccount, id: string): StoredEvent {
  const stored = account.events.get(id);
  if (stored === undefined) throw noSuch('event', id);
  return stored;
}
