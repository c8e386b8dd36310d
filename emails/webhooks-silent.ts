import { html } from 'hono/html';
import type { SiteFacts } from '#domain/settings.ts';
import { label, paragraph, type RenderedEmail, renderEmail } from './layout.ts';

/** To the team, once per incident. */
export function webhooksSilentMail(
  { provider, company, detail }: { provider: string; company: string; detail: string },
  site: SiteFacts,
  origin: string,
): RenderedEmail {
  const url = `${origin}/webhooks/${provider}`;
  const lead = `Payments arrive from ${company}, but its webhooks do not. No payment is lost: the shop checks with ${company} every five minutes. Customers who close the page early wait longer for their confirmation.`;
  const advice = `Check in ${company}'s dashboard that webhooks go to this address and that their signing secret is the one the shop is configured with.`;
  return renderEmail(
    {
      subject: `${company} webhooks no longer reach the shop`,
      preview: lead,
      heading: `${company} webhooks no longer reach the shop`,
      body: html`${paragraph(lead)}${paragraph(detail)}${paragraph(advice)}${label('Address')}
<p style="margin:0;word-break:break-all">${url}</p>`,
      text: [lead, detail, advice, url].join('\n\n'),
    },
    site,
    origin,
  );
}
