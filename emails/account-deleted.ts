import { html } from 'hono/html';
import type { SiteFacts } from '#domain/settings.ts';
import { note, paragraph, type RenderedEmail, renderEmail } from './layout.ts';

/** The last email to a customer who deleted the account. */
export function accountDeletedMail(site: SiteFacts, origin: string): RenderedEmail {
  const done = `Your ${site.brand} account has been deleted, as you asked.`;
  const kept =
    'Your orders stay in our records without your name, your address or any other personal details.';
  const help = `Wasn’t you? Write to ${site.email} right away.`;
  return renderEmail(
    {
      subject: `Your ${site.brand} account has been deleted`,
      preview: done,
      heading: 'Your account has been deleted',
      body: html`${paragraph(done)}
${paragraph(kept)}
${note(help)}`,
      text: [done, kept, help].join('\n\n'),
    },
    site,
    origin,
  );
}
