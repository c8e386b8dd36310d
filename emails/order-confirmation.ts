import { html } from 'hono/html';
import { isPlaceholderAddress, isPlaceholderName, orderNumber } from '#domain/order.ts';
import type { SiteFacts } from '#domain/settings.ts';
import { type EmailOrder, linesTable, linesText, orderDate, orderTotal } from './email-order.ts';
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
  site: SiteFacts,
  origin: string,
): RenderedEmail {
  const number = orderNumber(order.id);
  const greeting = isPlaceholderName(order.name)
    ? 'Thank you for your order.'
    : `Thank you for your order, ${order.name}.`;
  const paid = `Your payment of ${orderTotal(order)} has arrived and we are preparing your order.`;
  const shipTo = isPlaceholderAddress(order.address) ? [] : [order.name, order.address];
  const verify =
    'When it arrives, enter the number printed on its lid or collar on our validity page to make sure your bottle is genuine.';
  const validity = `${origin}/validity`;
  const help = `Questions? Write to ${site.email} and mention order ${number}.`;
  const placed = `Order ${number}, placed on ${orderDate(order, site.timeZone)}`;

  return renderEmail(
    {
      subject: `Your ${site.brand} order ${number} is confirmed`,
      preview: paid,
      heading: greeting,
      body: html`${paragraph(paid)}
${note(placed)}
${linesTable(order)}
${shipTo.length > 0 ? html`${label('Shipping to')}${factsBlock(shipTo)}` : ''}
${label('Your bottle')}
${paragraph(verify)}
${button('Verify your bottle', validity)}
${note(help)}`,
      text: [
        paid,
        placed,
        linesText(order),
        ...(shipTo.length > 0 ? [`Shipping to\n${shipTo.join('\n')}`] : []),
        `${verify}\n${validity}`,
        help,
      ].join('\n\n'),
    },
    site,
  );
}
