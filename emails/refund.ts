import { html } from 'hono/html';
import { formatAmount } from '#domain/foreign-money.ts';
import type { Cents } from '#domain/money.ts';
import { type EmailOrder, linesTable, linesText } from './email-order.ts';
import { fillMailTexts, type MailSite, orderFacts } from './fill-mail-texts.ts';
import {
  amountBlock,
  note,
  paragraph,
  paragraphs,
  type RenderedEmail,
  renderEmail,
} from './layout.ts';

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

/** To the customer, when money is on its way back. Its words: `domain/texts/mail-texts.ts`. */
export function refundMail(
  order: EmailOrder,
  { amountCents, currency = 'USD', whole, parts = '' }: EmailRefund,
  site: MailSite,
  origin: string,
): RenderedEmail {
  const amount = formatAmount(amountCents, currency);
  const words = fillMailTexts(site, 'mail_refund', { ...orderFacts(order, site), amount, parts });
  const sent = whole ? words.body : words.body_part;
  const what = parts && words.parts;
  return renderEmail(
    {
      subject: words.subject,
      preview: `${sent} ${words.when}`,
      heading: words.heading,
      body: html`${paragraphs(sent)}
${amountBlock('Refunded', amount)}
${what ? paragraph(what) : ''}
${paragraphs(words.when)}
${note(words.placed)}
${linesTable(order)}
${note(words.help)}`,
      text: [
        sent,
        `Refunded: ${amount}`,
        what,
        words.when,
        words.placed,
        linesText(order),
        words.help,
      ]
        .filter(Boolean)
        .join('\n\n'),
    },
    site,
    origin,
  );
}
