import { html } from 'hono/html';
import type { SiteFacts } from '#domain/settings.ts';
import { button, note, paragraph, type RenderedEmail, renderEmail } from './layout.ts';

/** To a newly invited admin. */
export function adminInvitationMail(
  invitation: { url: string; validDays: number },
  site: SiteFacts,
  origin: string,
): RenderedEmail {
  const lead = `You are invited to run the ${site.brand} shop: its catalog, orders and pages.`;
  const validity = `The link is for you only: anyone who has it can accept in your place. It works once and is valid for ${invitation.validDays} days.`;
  const ignore = 'If you were not expecting it, ignore this email.';
  return renderEmail(
    {
      subject: `Your invitation to run ${site.brand}`,
      preview: lead,
      heading: 'You are invited',
      body: html`${paragraph(lead)}
${paragraph(validity)}
${button('Accept the invitation', invitation.url)}
${note(ignore)}`,
      text: [lead, validity, `Accept the invitation:\n${invitation.url}`, ignore].join('\n\n'),
    },
    site,
    origin,
  );
}
