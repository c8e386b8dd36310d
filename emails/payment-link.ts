import { html } from 'hono/html';
import { orderNumber } from '#domain/order.ts';
import { type LinesWithTotal, linesTable, linesText, orderTotal } from './email-order.ts';
import { fillMailTexts, type MailSite } from './fill-mail-texts.ts';
import { button, note, paragraph, paragraphs, type RenderedEmail, renderEmail } from './layout.ts';

/** To a customer whom the owner sends a payment link. Wording: `domain/texts/mail-texts.ts`. */
export function paymentLinkMail(
  offer: LinesWithTotal,
  { url, expiresAt, addsTo }: { url: string; expiresAt: Date; addsTo: string | null },
  site: MailSite,
  origin: string,
): RenderedEmail {
  const until = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'long',
    timeZone: site.timeZone,
  }).format(expiresAt);
  const words = fillMailTexts(site, 'mail_payment_link', {
    total: orderTotal(offer),
    until,
    order: addsTo ? orderNumber(addsTo) : '',
  });
  const added = addsTo ? words.added : '';
  return renderEmail(
    {
      subject: words.subject,
      preview: words.body,
      heading: words.heading,
      body: html`${paragraphs(words.body)}
${added ? paragraph(added) : ''}
${button(words.button, url)}
${linesTable(offer)}
${note(words.help)}`,
      text: [words.body, added, `${words.button}:\n${url}`, linesText(offer), words.help]
        .filter(Boolean)
        .join('\n\n'),
    },
    site,
    origin,
  );
}
