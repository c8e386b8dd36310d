import { html } from 'hono/html';
import { orderNumber } from '#domain/order.ts';
import type { SiteFacts } from '#domain/settings.ts';
import { button, note, paragraph, type RenderedEmail, renderEmail } from './layout.ts';

/** To guests who want to see their order again. */
export function orderLinkMail(
  order: { id: string; url: string; validDays: number },
  site: SiteFacts,
  origin: string,
): RenderedEmail {
  const number = orderNumber(order.id);
  const lead = `This link opens your order ${number}. It is valid for ${order.validDays} days. Anyone who has it can see the order, so please do not share it.`;
  const ignore = 'If you did not request it, ignore this email.';
  return renderEmail(
    {
      subject: `Your ${site.brand} order ${number}`,
      preview: `The link to your order ${number}`,
      heading: 'Here is your order',
      body: html`${paragraph(lead)}
${button('Open my order', order.url)}
${note(ignore)}`,
      text: [lead, `Open my order:\n${order.url}`, ignore].join('\n\n'),
    },
    site,
    origin,
  );
}
