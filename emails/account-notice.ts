import { signInName } from '#domain/sign-in-name.ts';
import { fillMailTexts, type MailSite } from './fill-mail-texts.ts';
import { type RenderedEmail, renderWords } from './layout.ts';

/** What owners learn of a change of their account. Its words: `domain/texts/mail-texts.ts`. */
export type AccountNoticeKind = 'identity_linked' | 'identity_unlinked';

export interface AccountNoticeFacts {
  /** As the accounts name it, such as `google`. */
  provider: string;
  at: Date;
}

export function accountNotice(
  kind: AccountNoticeKind,
  { provider, at }: AccountNoticeFacts,
  site: MailSite,
  origin: string,
): RenderedEmail {
  const facts = { provider: signInName(provider), time: momentOf(at, site.timeZone) };
  const words = fillMailTexts(site, `mail_account_${kind}`, facts);
  return renderWords(words, site, origin);
}

/** With the zone: its reader may live in another. */
function momentOf(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    ...{ year: 'numeric', month: 'long', day: 'numeric' },
    ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
    timeZone,
  }).format(at);
}
