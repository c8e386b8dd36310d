import { html } from 'hono/html';
import type { SiteFacts } from '#domain/settings.ts';
import {
  button,
  type Markup,
  note,
  paragraph,
  type RenderedEmail,
  renderEmail,
  style,
} from './layout.ts';

/** What the accounts send by email; named as GoTrue names its templates. */
export type AccountMailKind =
  | 'confirmation'
  | 'recovery'
  | 'magic_link'
  | 'invite'
  | 'email_change'
  | 'reauthentication';

export interface AccountMailFacts {
  /** The link that confirms; for `reauthentication` there is none. */
  url: string | null;
  /** The one-time code; shown where there is a place to type it. */
  token: string | null;
  /** Only for `email_change`: the address that is to be the new one. */
  newEmail?: string | null;
}

interface Wording {
  subject: (brand: string) => string;
  heading: string;
  lead: (brand: string, facts: AccountMailFacts) => string;
  action: string;
  /** What to do when it was not you. */
  ignore: string;
}

const wordings: Record<AccountMailKind, Wording> = {
  confirmation: {
    subject: (brand) => `Confirm your email for ${brand}`,
    heading: 'One more step',
    lead: (brand) => `Confirm this address and your ${brand} account is ready.`,
    action: 'Confirm my email',
    ignore: 'If you did not sign up, ignore this email. No account will be opened.',
  },
  recovery: {
    subject: (brand) => `Reset your ${brand} password`,
    heading: 'Choose a new password',
    lead: (brand) =>
      `Someone, hopefully you, asked to reset the password for your ${brand} account.`,
    action: 'Choose a new password',
    ignore: 'If it was not you, ignore this email. Your password will not change.',
  },
  magic_link: {
    subject: (brand) => `Sign in to ${brand}`,
    heading: 'Your sign-in link',
    lead: () => 'This link signs you in. It works once.',
    action: 'Sign in',
    ignore: 'If you did not request it, ignore this email.',
  },
  invite: {
    subject: (brand) => `You are invited to ${brand}`,
    heading: 'You are invited',
    lead: (brand) => `Accept the invitation to open your ${brand} account.`,
    action: 'Accept the invitation',
    ignore: 'If you were not expecting it, ignore this email.',
  },
  email_change: {
    subject: (brand) => `Confirm the new email for your ${brand} account`,
    heading: 'A new email for your account',
    lead: (brand, { newEmail }) =>
      newEmail
        ? `Confirm that your ${brand} account should use ${newEmail} from now on.`
        : `Confirm the new email for your ${brand} account.`,
    action: 'Confirm the change',
    ignore: 'If it was not you, do not open the link, and change your password.',
  },
  reauthentication: {
    subject: (brand) => `Your ${brand} code`,
    heading: 'Your confirmation code',
    lead: () => 'Enter this code to confirm that it is you.',
    action: '',
    ignore: 'If it was not you, change your password.',
  },
};

export function accountMail(
  kind: AccountMailKind,
  facts: AccountMailFacts,
  site: SiteFacts,
  origin: string,
): RenderedEmail {
  const { subject, heading, lead, action, ignore } = wordings[kind];
  const { url, token } = facts;
  const first = lead(site.brand, facts);
  const typed = kind === 'magic_link' || kind === 'reauthentication' ? token : null;
  const codeText = url ? 'Or enter this code:' : '';
  return renderEmail(
    {
      subject: subject(site.brand),
      preview: first,
      heading,
      body: html`${paragraph(first)}
${url ? button(action, url) : ''}
${typed ? code(codeText, typed) : ''}
${note(ignore)}`,
      text: [first, url && `${action}:\n${url}`, typed && `${codeText} ${typed}`.trim(), ignore]
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
