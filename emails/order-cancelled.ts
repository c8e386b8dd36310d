import { html } from 'hono/html';
import { type EmailOrder, linesTable, linesText } from './email-order.ts';
import { fillMailTexts, type MailSite, orderFacts } from './fill-mail-texts.ts';
import { note, paragraphs, type RenderedEmail, renderEmail } from './layout.ts';

/**
 * To the customer, when the team has canceled the order. Refunds have an email of their own.
 * Wording: `domain/texts/mail-texts.ts`.
 */
export function orderCancelledMail(
  order: EmailOrder,
  site: MailSite,
  origin: string,
): RenderedEmail {
  const words = fillMailTexts(site, 'mail_order_cancelled', orderFacts(order, site));
  return renderEmail(
    {
      subject: words.subject,
      preview: words.body,
      heading: words.heading,
      body: html`${paragraphs(words.body)}
${note(words.placed)}
${linesTable(order)}
${note(words.help)}`,
      text: [words.body, words.placed, linesText(order), words.help].join('\n\n'),
    },
    site,
    origin,
  );
}
