import { html } from 'hono/html';
import { orderNumber } from '#domain/order.ts';
import type { SiteFacts } from '#domain/site.ts';
import { type EmailOrder, linesTable, linesText } from './email-order.ts';
import { button, paragraph, type RenderedEmail, renderEmail } from './layout.ts';

const alerts = {
  review: {
    heading: 'A payment needs a look',
    advice:
      'The order is held for review. Compare it with the payment at the provider before anything is sent.',
  },
  late_payment: {
    heading: 'A payment came late',
    advice:
      'The money arrived after the order had ended, so the order is paid now. Check that it can still be delivered.',
  },
  second_payment: {
    heading: 'An order was paid twice',
    advice:
      'A second payment arrived for an order that is settled. It probably has to be refunded.',
  },
  double_order: {
    heading: 'A customer may have paid twice',
    advice:
      'Both orders are paid. Ask the customer before anything is sent, and refund the one that was not wanted.',
  },
  unconfirmed_payment: {
    heading: 'A paid order is not paid at the provider',
    advice: 'The order says paid, and the provider lists no such payment. Look at both.',
  },
  refund_failed: {
    heading: 'A refund did not go through',
    advice: 'The money is still with us. Refund it again, or give it back another way.',
  },
  dispute_opened: {
    heading: 'A payment is disputed',
    advice:
      "The customer's bank asks for the money back. Answer it at the provider before the time runs out, and send nothing meanwhile.",
  },
  dispute_closed: {
    heading: 'A dispute is decided',
    advice: 'The bank has decided. Nothing more can be sent to it; look at the order once more.',
  },
  unconfirmed_refund: {
    heading: 'A refund is not known at the provider',
    advice: 'The order lists a refund that the provider does not. Look at both.',
  },
} as const;

export type OrderAlertKind = keyof typeof alerts;

/** To the team, when a human has to decide. */
export function orderAlertMail(
  order: EmailOrder,
  kind: OrderAlertKind,
  reason: string,
  site: SiteFacts,
  origin: string,
): RenderedEmail {
  const number = orderNumber(order.id);
  const { heading, advice } = alerts[kind];
  const admin = `${origin}/admin/orders`;
  return renderEmail(
    {
      subject: `${heading}: order ${number}`,
      preview: reason,
      heading: `${heading}: order ${number}`,
      body: html`${paragraph(reason)}${paragraph(advice)}${linesTable(order)}${button('Open the orders', admin)}`,
      text: [reason, advice, linesText(order), admin].join('\n\n'),
    },
    site,
  );
}
