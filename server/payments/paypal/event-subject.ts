import { z } from 'zod';
import type { VerifiedEvent } from '../provider.ts';
import { idOfLink, type PaypalEvent } from './response-schemas.ts';

const named = z.object({ id: z.string() });

const ofOrder = z.object({
  supplementary_data: z.object({ related_ids: z.object({ order_id: z.string() }) }),
});

const linked = z.object({ links: z.array(z.object({ href: z.string(), rel: z.string() })) });

const disputed = z.object({
  disputed_transactions: z.array(z.object({ seller_transaction_id: z.string() })).min(1),
});

/** What an event is about (https://developer.paypal.com/api/rest/webhooks/event-names/). */
export function subjectOf({
  event_type,
  resource,
}: PaypalEvent): Pick<VerifiedEvent, 'reference' | 'about'> {
  if (event_type.startsWith('CHECKOUT.ORDER.') || event_type.startsWith('CHECKOUT.PAYMENT-')) {
    return { reference: named.safeParse(resource).data?.id ?? null, about: 'checkout' };
  }
  if (event_type.startsWith('CUSTOMER.DISPUTE.')) {
    const [transaction] = disputed.safeParse(resource).data?.disputed_transactions ?? [];
    return { reference: transaction?.seller_transaction_id ?? null, about: 'payment' };
  }
  if (event_type === 'PAYMENT.CAPTURE.REFUNDED' || event_type === 'PAYMENT.CAPTURE.REVERSED') {
    const links = linked.safeParse(resource).data?.links ?? [];
    return { reference: idOfLink(links, 'up'), about: 'payment' };
  }
  if (event_type.startsWith('PAYMENT.CAPTURE.')) {
    const { supplementary_data } = ofOrder.safeParse(resource).data ?? {};
    return { reference: supplementary_data?.related_ids.order_id ?? null, about: 'checkout' };
  }
  return { reference: null, about: 'checkout' };
}
