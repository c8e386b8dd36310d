import { html } from 'hono/html';
import type { IncidentWords } from '#domain/incident.ts';
import type { SiteFacts } from '#domain/settings.ts';
import { button, paragraph, type RenderedEmail, renderEmail } from './layout.ts';

/** To the team, once per incident. */
export function incidentMail(
  { title, advice, detail }: IncidentWords & { detail: string },
  site: SiteFacts,
  origin: string,
): RenderedEmail {
  const health = `${origin}/admin/health`;
  return renderEmail(
    {
      subject: title,
      preview: detail,
      heading: title,
      body: html`${paragraph(detail)}${paragraph(advice)}${button('See how the shop is', health)}`,
      text: [detail, advice, health].join('\n\n'),
    },
    site,
    origin,
  );
}
