import { html } from 'hono/html';
import { type EmailOrder, linesTable, linesText } from './email-order.ts';
import { fillMailTexts, type MailSite, orderFacts } from './fill-mail-texts.ts';
import { button, note, paragraphs, type RenderedEmail, renderEmail } from './layout.ts';

/**
 * To the customer, when a payment that stayed pending for a while has failed. Wording:
 * `domain/texts/mail-texts.ts`.
 */
export function orderUnpaidMail(order: EmailOrder, site: MailSite, origin: string): RenderedEmail {
  const words = fillMailTexts(site, 'mail_order_unpaid', orderFacts(order, site));
  const url = `${origin}/products`;
  return renderEmail(
    {
      subject: words.subject,
      preview: words.body,
      heading: words.heading,
      body: html`${paragraphs(words.body)}
${button(words.button, url)}
${note(words.placed)}
${linesTable(order)}
${note(words.help)}`,
      text: [words.body, url, words.placed, linesText(order), words.help].join('\n\n'),
    },
    site,
    origin,
  );
}
