import { html } from 'hono/html';
import { orderNumber } from '#domain/order.ts';
import type { SiteFacts } from '#domain/settings.ts';
import { type EmailOrder, linesTable, linesText } from './email-order.ts';
import { button, paragraph, type RenderedEmail, renderEmail } from './layout.ts';

const alerts = {
  review: {
    heading: 'A payment needs review',
    advice:
      'The order is held for review. Compare it with the payment at the provider before shipping anything.',
  },
  late_payment: {
    heading: 'A payment arrived late',
    advice:
      'The money arrived after the order was closed, so the order is now paid. Check that you can still ship it.',
  },
  second_payment: {
    heading: 'An order was paid twice',
    advice:
      'A second payment arrived for an order that was already paid. It probably needs to be refunded.',
  },
  double_order: {
    heading: 'A customer may have paid twice',
    advice:
      'Both orders are paid. Ask the customer before shipping anything, and refund the order they do not want.',
  },
  unconfirmed_payment: {
    heading: 'A paid order is not paid at the provider',
    advice: 'The order is marked as paid, but the provider lists no such payment. Check both.',
  },
  refund_failed: {
    heading: 'A refund did not go through',
    advice: 'The shop still has the money. Try the refund again, or return the money another way.',
  },
  dispute_opened: {
    heading: 'A payment is disputed',
    advice:
      "The customer's bank is asking for the money back. Respond at the provider before the deadline, and do not ship anything in the meantime.",
  },
  dispute_closed: {
    heading: 'A dispute was resolved',
    advice: 'The bank has decided. No more evidence can be submitted; check the order again.',
  },
  unconfirmed_refund: {
    heading: 'The provider does not know a refund',
    advice: 'The order lists a refund that the provider does not. Check both.',
  },
} as const;

export type OrderAlertKind = keyof typeof alerts;

/** To the team, when someone has to make a decision. */
export function orderAlertMail(
  order: EmailOrder,
  kind: OrderAlertKind,
  reason: string,
  site: SiteFacts,
  origin: string,
): RenderedEmail {
  const number = orderNumber(order.id);
  const { heading, advice } = alerts[kind];
  const admin = `${origin}/admin/orders?order=${order.id}`;
  return renderEmail(
    {
      subject: `${heading}: order ${number}`,
      preview: reason,
      heading: `${heading}: order ${number}`,
      body: html`${paragraph(reason)}${paragraph(advice)}${linesTable(order)}${button('Open the order', admin)}`,
      text: [reason, advice, linesText(order), admin].join('\n\n'),
    },
    site,
    origin,
  );
}
