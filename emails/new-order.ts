import { html } from 'hono/html';
import { type Cents, formatMoney, toCents } from '#domain/money.ts';
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

/**
 * To the team, when an order is paid. `received` is set if an amount other than its total was
 * accepted.
 */
export function newOrderMail(
  order: EmailOrder,
  site: SiteFacts,
  origin: string,
  received: Cents = toCents(order.total),
): RenderedEmail {
  const number = orderNumber(order.id);
  const asked = orderTotal(order);
  const paid =
    received === toCents(order.total) ? asked : `${formatMoney(received)} received of ${asked}`;
  const facts = customerFacts(order);
  const placed = `Paid order of ${orderDate(order, site.timeZone)}`;
  const admin = `${origin}/admin/orders?order=${order.id}`;
  return renderEmail(
    {
      subject: `New order ${number}: ${paid}`,
      preview: `${order.lines.length} ${order.lines.length === 1 ? 'line' : 'lines'}, ${paid}`,
      heading: `New order ${number}`,
      body: html`${note(placed)}
${linesTable(order)}
${paid === asked ? '' : note(`${paid}, as accepted`)}
${label('Customer')}
${factsBlock(facts)}
${button('Open the order', admin)}`,
      text: [
        placed,
        linesText(order),
        ...(paid === asked ? [] : [`${paid}, as accepted`]),
        `Customer\n${facts.join('\n')}`,
        admin,
      ].join('\n\n'),
    },
    site,
    origin,
  );
}
