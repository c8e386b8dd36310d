import { signInName } from '#domain/sign-in-name.ts';
import { fillMailTexts, type MailSite } from './fill-mail-texts.ts';
import { type RenderedEmail, renderTextEmail } from './layout.ts';

/** What the account's owner is told about a change to it. Wording: `domain/texts/mail-texts.ts`. */
export type AccountNotice = { at: Date } & (
  | {
      kind: 'identity_linked' | 'identity_unlinked';
      /** The account service's name for it, such as `google`. */
      provider: string;
    }
  | {
      kind: 'password_changed' | 'email_changed' | 'mfa_factor_enrolled' | 'mfa_factor_unenrolled';
    }
);

export function accountNotice(
  notice: AccountNotice,
  site: MailSite,
  origin: string,
): RenderedEmail {
  const facts = {
    time: momentOf(notice.at, site.timeZone),
    ...('provider' in notice && { provider: signInName(notice.provider) }),
  };
  return renderTextEmail(fillMailTexts(site, `mail_account_${notice.kind}`, facts), site, origin);
}

/** Includes the time zone, since the reader may be in another. */
function momentOf(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    ...{ year: 'numeric', month: 'long', day: 'numeric' },
    ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
    timeZone,
  }).format(at);
}
