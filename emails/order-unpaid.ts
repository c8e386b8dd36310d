import { html } from 'hono/html';
import { orderNumber } from '#domain/order.ts';
import type { SiteFacts } from '#domain/settings.ts';
import { type EmailOrder, linesTable, linesText, orderDate } from './email-order.ts';
import { button, note, paragraph, type RenderedEmail, renderEmail } from './layout.ts';

/** To the customer, when a payment that took its time has failed after all. */
export function orderUnpaidMail(order: EmailOrder, site: SiteFacts, origin: string): RenderedEmail {
  const number = orderNumber(order.id);
  const failed = `The payment for your order ${number} did not go through. You were not charged, and the order will not be sent.`;
  const again = 'If you still want it, please order again. Another payment method may be quicker.';
  const url = `${origin}/products`;
  const placed = `Order ${number}, placed on ${orderDate(order, site.timeZone)}`;
  const help = `Questions? Write to ${site.email} and mention order ${number}.`;
  return renderEmail(
    {
      subject: `The payment for your ${site.brand} order ${number} did not go through`,
      preview: failed,
      heading: 'Your payment did not go through',
      body: html`${paragraph(failed)}
${paragraph(again)}
${button('Back to the shop', url)}
${note(placed)}
${linesTable(order)}
${note(help)}`,
      text: [failed, again, url, placed, linesText(order), help].join('\n\n'),
    },
    site,
    origin,
  );
}
