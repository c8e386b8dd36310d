import { html } from 'hono/html';
import { fillMailTexts, type MailSite } from './fill-mail-texts.ts';
import {
  button,
  type Markup,
  note,
  paragraphs,
  type RenderedEmail,
  renderEmail,
  style,
} from './layout.ts';

/**
 * Emails that account operations send, named after GoTrue's templates. Wording:
 * `domain/texts/mail-texts.ts`.
 */
export type AccountMailKind =
  | 'confirmation'
  | 'recovery'
  | 'magic_link'
  | 'invite'
  | 'email_change'
  | 'reauthentication';

export interface AccountMailFacts {
  /** The confirmation link; null for `reauthentication`, which has none. */
  url: string | null;
  /** The one-time code; shown only if there is a field to type it into. */
  token: string | null;
  /** Only for `email_change`: the new email address. */
  newEmail?: string | null;
}

export function accountMail(
  kind: AccountMailKind,
  { url, token, newEmail }: AccountMailFacts,
  site: MailSite,
  origin: string,
): RenderedEmail {
  const words = {
    ...{ button: '', body_unnamed: '', code: '' },
    ...fillMailTexts(site, `mail_account_${kind}`, newEmail ? { new_email: newEmail } : {}),
  };
  const body = kind === 'email_change' && !newEmail ? words.body_unnamed : words.body;
  const typed = kind === 'magic_link' || kind === 'reauthentication' ? token : null;
  return renderEmail(
    {
      subject: words.subject,
      preview: body,
      heading: words.heading,
      body: html`${paragraphs(body)}
${url ? button(words.button, url) : ''}
${typed ? code(words.code, typed) : ''}
${note(words.ignore)}`,
      text: [
        body,
        url && `${words.button}:\n${url}`,
        typed && `${words.code} ${typed}`.trim(),
        words.ignore,
      ]
        .filter(Boolean)
        .join('\n\n'),
    },
    site,
    origin,
  );
}

function code(introduction: string, token: string): Markup {
  return html`${introduction ? html`<p class="muted" style="margin:20px 0 6px;font-size:14px;color:${style.muted}">${introduction}</p>` : ''}
<p style="margin:0 0 8px;font-family:Menlo,Consolas,monospace;font-size:26px;letter-spacing:.18em">${token}</p>`;
}
