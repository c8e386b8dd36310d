import { fillMailTexts, type MailSite } from './fill-mail-texts.ts';
import { type RenderedEmail, renderTextEmail } from './layout.ts';

/**
 * The last email to a customer who deleted their account. Wording: `domain/texts/mail-texts.ts`.
 */
export function accountDeletedMail(site: MailSite, origin: string): RenderedEmail {
  const words = fillMailTexts(site, 'mail_account_deleted');
  return renderTextEmail(words, site, origin);
}
