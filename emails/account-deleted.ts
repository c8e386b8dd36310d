import { html } from 'hono/html';
import { fillMailTexts, type MailSite } from './fill-mail-texts.ts';
import { note, paragraphs, type RenderedEmail, renderEmail } from './layout.ts';

/** The last email to a customer who deleted the account. Its words: `domain/texts/mail-texts.ts`. */
export function accountDeletedMail(site: MailSite, origin: string): RenderedEmail {
  const words = fillMailTexts(site, 'mail_account_deleted');
  return renderEmail(
    {
      subject: words.subject,
      preview: words.body,
      heading: words.heading,
      body: html`${paragraphs(words.body)}
${note(words.help)}`,
      text: [words.body, words.help].join('\n\n'),
    },
    site,
    origin,
  );
}
