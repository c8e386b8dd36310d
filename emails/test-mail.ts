import { html } from 'hono/html';
import type { SiteFacts } from '#domain/settings.ts';
import { paragraph, type RenderedEmail, renderEmail } from './layout.ts';

/** To an admin who wants to check that emails arrive. */
export function testMail(site: SiteFacts, origin: string): RenderedEmail {
  const lead = `An administrator of ${origin} sent this email to find out whether the shop’s emails arrive. They do.`;
  const advice =
    'If it landed in the spam folder, customers will find theirs there too: check that SPF, DKIM and DMARC of the sender’s domain allow your mail server.';
  return renderEmail(
    {
      subject: `Test email from ${site.brand}`,
      preview: lead,
      heading: 'Your emails arrive',
      body: html`${paragraph(lead)}${paragraph(advice)}`,
      text: [lead, advice].join('\n\n'),
    },
    site,
    origin,
  );
}
