import { html } from 'hono/html';
import { isPlaceholderAddress } from '#domain/order.ts';
import { type EmailOrder, linesTable, linesText } from './email-order.ts';
import { fillMailTexts, type MailSite, orderFacts } from './fill-mail-texts.ts';
import {
  button,
  factsBlock,
  label,
  note,
  paragraph,
  paragraphs,
  type RenderedEmail,
  renderEmail,
} from './layout.ts';

/** To the customer, when the order is paid. Wording: `domain/texts/mail-texts.ts`. */
export function orderConfirmationMail(
  order: EmailOrder,
  /**
   * `orderUrl`: where to view the order. `delivery`: when it ships and how long it takes; empty if
   * unknown.
   */
  { orderUrl, delivery }: { orderUrl: string; delivery: string },
  site: MailSite,
  origin: string,
): RenderedEmail {
  const facts = orderFacts(order, site);
  const words = fillMailTexts(site, 'mail_order_confirmation', facts);
  const shipTo = isPlaceholderAddress(order.address) ? [] : [order.name, order.address];

  return renderEmail(
    {
      subject: words.subject,
      preview: words.body,
      heading: facts.customer ? words.heading : words.heading_unnamed,
      body: html`${paragraphs(words.body)}
${delivery ? paragraph(delivery) : ''}
${button(words.button, orderUrl)}
${note(words.placed)}
${linesTable(order, origin)}
${shipTo.length > 0 ? html`${label('Shipping to')}${factsBlock(shipTo)}` : ''}
${note(words.help)}`,
      text: [
        words.body,
        ...(delivery ? [delivery] : []),
        `${words.button}:\n${orderUrl}`,
        words.placed,
        linesText(order),
        ...(shipTo.length > 0 ? [`Shipping to\n${shipTo.join('\n')}`] : []),
        words.help,
      ].join('\n\n'),
    },
    site,
    origin,
  );
}
