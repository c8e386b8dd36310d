import { html } from 'hono/html';
import { orderNumber } from '#domain/order.ts';
import type { SiteFacts } from '#domain/settings.ts';
import {
  customerFacts,
  type EmailOrder,
  linesTable,
  linesText,
  orderDate,
  orderTotal,
} from './email-order.ts';
import { button, factsBlock, label, note, type RenderedEmail, renderEmail } from './layout.ts';

/** To the team, when an order is paid. */
export function newOrderMail(order: EmailOrder, site: SiteFacts, origin: string): RenderedEmail {
  const number = orderNumber(order.id);
  const facts = customerFacts(order);
  const placed = `Paid order of ${orderDate(order, site.timeZone)}`;
  const admin = `${origin}/admin/orders`;
  return renderEmail(
    {
      subject: `New order ${number}: ${orderTotal(order)}`,
      preview: `${order.lines.length} ${order.lines.length === 1 ? 'line' : 'lines'}, ${orderTotal(order)}`,
      heading: `New order ${number}`,
      body: html`${note(placed)}
${linesTable(order)}
${label('Customer')}
${factsBlock(facts)}
${button('Open the orders', admin)}`,
      text: [placed, linesText(order), `Customer\n${facts.join('\n')}`, admin].join('\n\n'),
    },
    site,
  );
}
