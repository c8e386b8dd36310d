import { html } from 'hono/html';
import { orderNumber } from '#domain/order.ts';
import { fillMailTexts, type MailSite } from './fill-mail-texts.ts';
import { button, note, paragraphs, type RenderedEmail, renderEmail } from './layout.ts';

/** To guests who want to see their order again. Wording: `domain/texts/mail-texts.ts`. */
export function orderLinkMail(
  order: { id: string; url: string; validDays: number },
  site: MailSite,
  origin: string,
): RenderedEmail {
  const facts = { order: orderNumber(order.id), days: String(order.validDays) };
  const words = fillMailTexts(site, 'mail_order_link', facts);
  return renderEmail(
    {
      subject: words.subject,
      preview: words.preview,
      heading: words.heading,
      body: html`${paragraphs(words.body)}
${button(words.button, order.url)}
${note(words.ignore)}`,
      text: [words.body, `${words.button}:\n${order.url}`, words.ignore].join('\n\n'),
    },
    site,
    origin,
  );
}
