import { html } from 'hono/html';
import type { PaymentProviderName } from '#domain/order.ts';
import type { SiteFacts } from '#domain/site.ts';
import { label, paragraph, type RenderedEmail, renderEmail } from './layout.ts';

const names: Record<PaymentProviderName, string> = { stripe: 'Stripe', paypal: 'PayPal' };

/** To the team, once per incident. */
export function webhooksSilentMail(
  { provider, detail }: { provider: PaymentProviderName; detail: string },
  site: SiteFacts,
  origin: string,
): RenderedEmail {
  const name = names[provider];
  const url = `${origin}/webhooks/${provider}`;
  const lead = `Payments arrive from ${name}, but its webhooks do not. No payment is lost: the shop checks with ${name} every five minutes. Customers who close the page early wait longer for their confirmation.`;
  const advice = `Check in ${name}'s dashboard that webhooks go to this address and that their signing secret is the one the shop is configured with.`;
  return renderEmail(
    {
      subject: `${name} webhooks no longer reach the shop`,
      preview: lead,
      heading: `${name} webhooks no longer reach the shop`,
      body: html`${paragraph(lead)}${paragraph(detail)}${paragraph(advice)}${label('Address')}
<p style="margin:0;word-break:break-all">${url}</p>`,
      text: [lead, detail, advice, url].join('\n\n'),
    },
    site,
  );
}
