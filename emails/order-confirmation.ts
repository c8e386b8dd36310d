import { html } from 'hono/html';
import { isPlaceholderAddress, orderNumber } from '#domain/order.ts';
import type { SiteFacts } from '#domain/settings.ts';
import { type EmailOrder, linesTable, linesText, orderDate, orderTotal } from './email-order.ts';
import { firstName } from './first-name.ts';
import {
  button,
  factsBlock,
  label,
  note,
  paragraph,
  type RenderedEmail,
  renderEmail,
} from './layout.ts';

/** To the customer, when the order is paid. */
export function orderConfirmationMail(
  order: EmailOrder,
  /** Where the order is seen; when it leaves and how long it takes, empty where nothing is known. */
  { orderUrl, delivery }: { orderUrl: string; delivery: string },
  site: SiteFacts,
  origin: string,
): RenderedEmail {
  const number = orderNumber(order.id);
  const name = firstName(order.name);
  const greeting = name ? `Thank you for your order, ${name}.` : 'Thank you for your order.';
  const paid = `Your payment of ${orderTotal(order)} has arrived and we are preparing your order.`;
  const shipTo = isPlaceholderAddress(order.address) ? [] : [order.name, order.address];
  const help = `Questions? Write to ${site.email} and mention order ${number}.`;
  const placed = `Order ${number}, placed on ${orderDate(order, site.timeZone)}`;

  return renderEmail(
    {
      subject: `Your ${site.brand} order ${number} is confirmed`,
      preview: paid,
      heading: greeting,
      body: html`${paragraph(paid)}
${delivery ? paragraph(delivery) : ''}
${button('View your order', orderUrl)}
${note(placed)}
${linesTable(order, origin)}
${shipTo.length > 0 ? html`${label('Shipping to')}${factsBlock(shipTo)}` : ''}
${note(help)}`,
      text: [
        paid,
        ...(delivery ? [delivery] : []),
        `View your order:\n${orderUrl}`,
        placed,
        linesText(order),
        ...(shipTo.length > 0 ? [`Shipping to\n${shipTo.join('\n')}`] : []),
        help,
      ].join('\n\n'),
    },
    site,
    origin,
  );
}
