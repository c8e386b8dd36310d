import { html } from 'hono/html';
import { formatAmount } from '#domain/foreign-money.ts';
import type { Cents } from '#domain/money.ts';
import { orderNumber } from '#domain/order.ts';
import type { SiteFacts } from '#domain/settings.ts';
import { type EmailOrder, linesTable, linesText, orderDate } from './email-order.ts';
import { amountBlock, note, paragraph, type RenderedEmail, renderEmail } from './layout.ts';

export interface EmailRefund {
  /** In the smallest unit of the currency. */
  amountCents: Cents;
  /** As the payment was made; USD by default. */
  currency?: string;
  /** Nothing of the payment is left with us. */
  whole: boolean;
  /** In words; empty where an amount alone was refunded. */
  parts?: string;
}

/** To the customer, when money is on its way back. */
export function refundMail(
  order: EmailOrder,
  { amountCents, currency = 'USD', whole, parts = '' }: EmailRefund,
  site: SiteFacts,
  origin: string,
): RenderedEmail {
  const number = orderNumber(order.id);
  const amount = formatAmount(amountCents, currency);
  const sent = whole
    ? `We have refunded your order ${number}.`
    : `We have refunded part of your order ${number}.`;
  const what = parts && `This refund is for ${parts}.`;
  const when =
    'The money goes back to your original payment method. It usually takes five to ten days to appear.';
  const placed = `Order ${number}, placed on ${orderDate(order, site.timeZone)}`;
  const help = `Questions? Write to ${site.email} and mention order ${number}.`;
  return renderEmail(
    {
      subject: `Your refund of ${amount} for order ${number}`,
      preview: `${sent} ${when}`,
      heading: 'Your refund is on its way',
      body: html`${paragraph(sent)}
${amountBlock('Refunded', amount)}
${what ? paragraph(what) : ''}
${paragraph(when)}
${note(placed)}
${linesTable(order)}
${note(help)}`,
      text: [sent, `Refunded: ${amount}`, what, when, placed, linesText(order), help]
        .filter(Boolean)
        .join('\n\n'),
    },
    site,
    origin,
  );
}
