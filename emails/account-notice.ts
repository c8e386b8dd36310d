import { signInName } from '#domain/sign-in-name.ts';
import { fillMailTexts, type MailSite } from './fill-mail-texts.ts';
import { type RenderedEmail, renderWords } from './layout.ts';

/** What owners learn of a change of their account. Its words: `domain/texts/mail-texts.ts`. */
export type AccountNotice = { at: Date } & (
  | {
      kind: 'identity_linked' | 'identity_unlinked';
      /** As the accounts name it, such as `google`. */
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
  return renderWords(fillMailTexts(site, `mail_account_${notice.kind}`, facts), site, origin);
}

/** With the zone: its reader may live in another. */
function momentOf(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    ...{ year: 'numeric', month: 'long', day: 'numeric' },
    ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
    timeZone,
  }).format(at);
}
