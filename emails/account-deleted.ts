import { html } from 'hono/html';
import { note, paragraphs, type RenderedEmail, renderEmail } from './layout.ts';
import { type MailSite, mailWords } from './mail-words.ts';

/** The last email to a customer who deleted the account. Its words: `domain/texts/mail-texts.ts`. */
export function accountDeletedMail(site: MailSite, origin: string): RenderedEmail {
  const words = mailWords(site, 'mail_account_deleted');
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
