import { html } from 'hono/html';
import { isPlaceholderAddress, orderNumber } from '#domain/order.ts';
import type { SiteFacts } from '#domain/settings.ts';
import { trackingUrl } from '#domain/shipment.ts';
import { type EmailOrder, linesTable, linesText, orderDate } from './email-order.ts';
import { firstName } from './first-name.ts';
import {
  button,
  factsBlock,
  label,
  link,
  note,
  paragraph,
  type RenderedEmail,
  renderEmail,
  style,
} from './layout.ts';

export interface EmailShipment {
  carrier: string;
  trackingNumber: string;
  /** Where the order is seen. */
  orderUrl: string;
  /** The published batches that are in it, as far as they were noted. */
  batches?: readonly SentBatch[];
}

export interface SentBatch {
  code: string;
  recalled?: boolean;
}

/** To the customer, when a parcel has left. */
export function orderShippedMail(
  order: EmailOrder,
  { carrier, trackingNumber, orderUrl, batches = [] }: EmailShipment,
  site: SiteFacts,
  origin: string,
): RenderedEmail {
  const number = orderNumber(order.id);
  const left = `Your order ${number} has shipped with ${carrier}.`;
  const tracked = `Tracking number: ${trackingNumber}`;
  const track = trackingUrl(carrier, trackingNumber);
  const shipTo = isPlaceholderAddress(order.address) ? [] : [order.name, order.address];
  const placed = `Order ${number}, placed on ${orderDate(order, site.timeZone)}`;
  const name = firstName(order.name);
  const heading = 'Your order is on its way';
  const [whenHere, toVerify, why] = [
    'When it arrives, enter the number printed on its lid or collar on our',
    'validity page',
    'to make sure your jar or bottle is genuine.',
  ];
  const validity = `${origin}/validity`;
  const passports = batches.map(({ code }) => ({
    code,
    address: `${origin}/batch/${encodeURIComponent(code)}`,
  }));
  const results = 'Laboratory results of what we sent you:';
  const recalled = batches.filter((batch) => batch.recalled).map(({ code }) => code);
  const warning =
    recalled.length > 0
      ? `We are recalling batch ${recalled.join(', ')}, which is in this parcel. Please do not use it, and read what to do:`
      : '';
  const recalls = `${origin}/recalls`;
  const help = `Questions? Write to ${site.email} and mention order ${number}.`;
  return renderEmail(
    {
      subject: `Your ${site.brand} order ${number} is on its way`,
      preview: `${left} ${tracked}`,
      heading: name ? `${heading}, ${name}` : heading,
      body: html`${
        warning
          ? html`${label('Recall')}${paragraph(html`<strong>${warning}</strong> <a href="${recalls}">all recalls</a>`)}`
          : ''
      }${paragraph(left)}
${label('Tracking number')}
${factsBlock([`${carrier} ${trackingNumber}`])}
${track ? html`${button('Track your package', track)}${link('View your order', orderUrl)}` : button('View your order', orderUrl)}
${shipTo.length > 0 ? html`${label('Shipping to')}${factsBlock(shipTo)}` : ''}
${note(placed)}
${linesTable(order, origin)}
${label('Is it genuine?')}
${paragraph(html`${whenHere} <a href="${validity}" style="color:${style.resin}">${toVerify}</a> ${why}`)}
${
  passports.length > 0
    ? paragraph(
        html`${results} ${passports.map(({ code, address }, place) => html`${place > 0 ? ', ' : ''}<a href="${address}" style="color:${style.resin}">batch ${code}</a>`)}`,
      )
    : ''
}
${note(help)}`,
      text: [
        ...(warning ? [`${warning}\n${recalls}`] : []),
        left,
        [`${carrier}, tracking number ${trackingNumber}`, track].filter(Boolean).join('\n'),
        `View your order:\n${orderUrl}`,
        ...(shipTo.length > 0 ? [`Shipping to\n${shipTo.join('\n')}`] : []),
        placed,
        linesText(order),
        `${whenHere} ${toVerify} ${why}\n${validity}`,
        ...(passports.length > 0
          ? [[results, ...passports.map(({ address }) => address)].join('\n')]
          : []),
        help,
      ].join('\n\n'),
    },
    site,
    origin,
  );
}
