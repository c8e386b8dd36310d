import { html } from 'hono/html';
import { orderNumber } from '#domain/order.ts';
import type { SiteFacts } from '#domain/settings.ts';
import { type EmailOrder, linesTable, linesText, orderDate } from './email-order.ts';
import { note, paragraph, type RenderedEmail, renderEmail } from './layout.ts';

/** To the customer, when the team has cancelled the order. Refunds have an email of their own. */
export function orderCancelledMail(
  order: EmailOrder,
  site: SiteFacts,
  origin: string,
): RenderedEmail {
  const number = orderNumber(order.id);
  const cancelled = `We have canceled your order ${number}, and it will not be sent.`;
  const money =
    'If a refund is due, we will email you about it as soon as the money is on its way back.';
  const placed = `Order ${number}, placed on ${orderDate(order, site.timeZone)}`;
  const help = `Questions? Write to ${site.email} and mention order ${number}.`;
  return renderEmail(
    {
      subject: `Your ${site.brand} order ${number} was canceled`,
      preview: cancelled,
      heading: 'Your order was canceled',
      body: html`${paragraph(cancelled)}
${paragraph(money)}
${note(placed)}
${linesTable(order)}
${note(help)}`,
      text: [cancelled, money, placed, linesText(order), help].join('\n\n'),
    },
    site,
    origin,
  );
}
