import { html } from 'hono/html';
import { isPlaceholderAddress, orderNumber } from '#domain/order.ts';
import type { SiteFacts } from '#domain/settings.ts';
import { trackingUrl } from '#domain/shipment.ts';
import { type EmailOrder, linesTable, linesText, orderDate } from './email-order.ts';
import {
  button,
  factsBlock,
  label,
  note,
  paragraph,
  type RenderedEmail,
  renderEmail,
} from './layout.ts';

export interface EmailShipment {
  carrier: string;
  trackingNumber: string;
  /** Codes of the published batches that are in it, as far as they were noted. */
  batches?: readonly string[];
}

/** To the customer, when a parcel has left. */
export function orderShippedMail(
  order: EmailOrder,
  { carrier, trackingNumber, batches = [] }: EmailShipment,
  site: SiteFacts,
  origin: string,
): RenderedEmail {
  const number = orderNumber(order.id);
  const left = `Your order ${number} has shipped with ${carrier}.`;
  const tracked = `Tracking number: ${trackingNumber}`;
  const track = trackingUrl(carrier, trackingNumber);
  const shipTo = isPlaceholderAddress(order.address) ? [] : [order.name, order.address];
  const placed = `Order ${number}, placed on ${orderDate(order, site.timeZone)}`;
  const verify =
    'When it arrives, enter the number printed on its lid or collar on our validity page to make sure your bottle is genuine.';
  const validity = `${origin}/validity`;
  const passports = batches.map((code) => ({
    code,
    address: `${origin}/batch/${encodeURIComponent(code)}`,
  }));
  const results = 'Laboratory results of what we sent you:';
  const help = `Questions? Write to ${site.email} and mention order ${number}.`;
  return renderEmail(
    {
      subject: `Your ${site.brand} order ${number} is on its way`,
      preview: `${left} ${tracked}`,
      heading: 'Your order is on its way',
      body: html`${paragraph(left)}
${label('Tracking number')}
${factsBlock([`${carrier} ${trackingNumber}`])}
${track ? button('Track your package', track) : ''}
${shipTo.length > 0 ? html`${label('Shipping to')}${factsBlock(shipTo)}` : ''}
${note(placed)}
${linesTable(order)}
${label('Your bottle')}
${paragraph(html`${verify} <a href="${validity}">${validity.replace(/^https?:\/\//, '')}</a>`)}
${
  passports.length > 0
    ? paragraph(
        html`${results} ${passports.map(({ code, address }, place) => html`${place > 0 ? ', ' : ''}<a href="${address}">batch ${code}</a>`)}`,
      )
    : ''
}
${note(help)}`,
      text: [
        left,
        [`${carrier}, tracking number ${trackingNumber}`, track].filter(Boolean).join('\n'),
        ...(shipTo.length > 0 ? [`Shipping to\n${shipTo.join('\n')}`] : []),
        placed,
        linesText(order),
        `${verify}\n${validity}`,
        ...(passports.length > 0
          ? [[results, ...passports.map(({ address }) => address)].join('\n')]
          : []),
        help,
      ].join('\n\n'),
    },
    site,
  );
}
