import { html } from 'hono/html';
import type { SiteFacts } from '#domain/site.ts';
import { note, paragraph, type RenderedEmail, renderEmail } from './layout.ts';

/** The last mail to somebody who has deleted their account. */
export function accountDeletedMail(site: SiteFacts): RenderedEmail {
  const done = `Your ${site.brand} account has been deleted, as you asked.`;
  const kept =
    'Your orders stay in our books without your name, your address or anything else about you.';
  const help = `It was not you? Write to ${site.email} at once.`;
  return renderEmail(
    {
      subject: `Your ${site.brand} account is deleted`,
      preview: done,
      heading: 'Your account is deleted',
      body: html`${paragraph(done)}
${paragraph(kept)}
${note(help)}`,
      text: [done, kept, help].join('\n\n'),
    },
    site,
  );
}
