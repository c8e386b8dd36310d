import { html } from 'hono/html';
import { isPlaceholderAddress } from '#domain/order.ts';
import { fillIn } from '#domain/placeholders.ts';
import { trackingUrl } from '#domain/shipment.ts';
import { type EmailOrder, linesTable, linesText } from './email-order.ts';
import { fillMailTexts, type MailSite, orderFacts } from './fill-mail-texts.ts';
import {
  button,
  factsBlock,
  label,
  link,
  note,
  paragraph,
  paragraphs,
  type RenderedEmail,
  renderEmail,
  style,
} from './layout.ts';

export interface EmailShipment {
  carrier: string;
  trackingNumber: string;
  /** Where to view the order. */
  orderUrl: string;
  /** The published batches it contains, as far as they were recorded. */
  batches?: readonly SentBatch[];
}

export interface SentBatch {
  code: string;
  recalled?: boolean;
}

/** To the customer, when a parcel has shipped. Wording: `domain/texts/mail-texts.ts`. */
export function orderShippedMail(
  order: EmailOrder,
  { carrier, trackingNumber, orderUrl, batches = [] }: EmailShipment,
  site: MailSite,
  origin: string,
): RenderedEmail {
  const known = orderFacts(order, site);
  const recalled = batches.filter((batch) => batch.recalled).map(({ code }) => code);
  const facts = {
    ...known,
    carrier,
    tracking: trackingNumber,
    batches: recalled.join(', '),
  };
  const words = fillMailTexts(site, 'mail_order_shipped', facts);
  const track = trackingUrl(carrier, trackingNumber);
  const shipTo = isPlaceholderAddress(order.address) ? [] : [order.name, order.address];
  const validity = `${origin}/validity`;
  const [whenHere = '', ...why] = words.verify.split('{validity_page}');
  const passports = batches.map(({ code }) => ({
    name: fillIn(words.batch_link, { batch: code }),
    address: `${origin}/batch/${encodeURIComponent(code)}`,
  }));
  const warning = recalled.length > 0 ? words.recalled : '';
  const recalls = `${origin}/recalls`;
  return renderEmail(
    {
      subject: words.subject,
      preview: `${words.body} Tracking number: ${trackingNumber}`,
      heading: known.customer ? words.heading : words.heading_unnamed,
      body: html`${
        warning
          ? html`${label('Recall')}${paragraph(html`<strong>${warning}</strong> <a href="${recalls}">${words.recalls_link}</a>`)}`
          : ''
      }${paragraphs(words.body)}
${label('Tracking number')}
${factsBlock([`${carrier} ${trackingNumber}`])}
${track ? html`${button(words.track_button, track)}${link(words.button, orderUrl)}` : button(words.button, orderUrl)}
${shipTo.length > 0 ? html`${label('Shipping to')}${factsBlock(shipTo)}` : ''}
${note(words.placed)}
${linesTable(order, origin)}
${label(words.verify_label)}
${paragraph(html`${whenHere}${why.length === 0 ? ' ' : ''}<a href="${validity}" style="color:${style.resin}">${words.verify_link}</a>${why.join(words.verify_link)}`)}
${
  passports.length > 0
    ? paragraph(
        html`${words.results} ${passports.map(({ name, address }, place) => html`${place > 0 ? ', ' : ''}<a href="${address}" style="color:${style.resin}">${name}</a>`)}`,
      )
    : ''
}
${note(words.help)}`,
      text: [
        ...(warning ? [`${warning}\n${recalls}`] : []),
        words.body,
        [`${carrier}, tracking number ${trackingNumber}`, track].filter(Boolean).join('\n'),
        `${words.button}:\n${orderUrl}`,
        ...(shipTo.length > 0 ? [`Shipping to\n${shipTo.join('\n')}`] : []),
        words.placed,
        linesText(order),
        `${[whenHere, ...why].join(words.verify_link)}\n${validity}`,
        ...(passports.length > 0
          ? [[words.results, ...passports.map(({ address }) => address)].join('\n')]
          : []),
        words.help,
      ].join('\n\n'),
    },
    site,
    origin,
  );
}
