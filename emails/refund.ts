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
  /** In the currency's smallest unit. */
  amountCents: Cents;
  /** The payment's currency; USD by default. */
  currency?: string;
  /** The whole payment has been refunded. */
  whole: boolean;
  /** What was refunded, in words; empty if only an amount was. */
  parts?: string;
}

/** To the customer, when a refund is on its way. Wording: `domain/texts/mail-texts.ts`. */
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
