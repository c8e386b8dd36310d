/** What a URL of the auth page asks for (requirements §2.13, Auth). */
export interface AuthAddress {
  /** Ask for a new password instead of signing in. */
  reset: boolean;
  tokens: { access_token: string; refresh_token: string } | null;
  /**
   * What an email's link was for: `signup`, `recovery`, `email_change` …; null where it is unknown.
   */
  type: string | null;
  /**
   * The email address is confirmed, but the sign-up itself only counts in the browser where it was
   * made.
   */
  elsewhere: boolean;
  /** Why the link was refused. */
  refusal: string | null;
  /** The server's message about a link that it accepted. */
  message: string | null;
}

/**
 * The service's own messages. Only these are shown, so that a crafted link can't put words in the
 * shop's mouth.
 */
const expired = 'Email link is invalid or has expired';
export const otherBrowser = 'Open this link in the browser in which you asked for the change.';
const halfConfirmed =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/** Links whose holders are to choose a password. */
const passwordTypes: ReadonlySet<string | null> = new Set(['recovery', 'invite']);

/** Reads query and fragment; where both say something, the query counts. */
export function readAuthAddress(search: string, hash: string): AuthAddress {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const read = (name: string) => query.get(name) || fragment.get(name);
  const access_token = read('access_token');
  const refresh_token = read('refresh_token');
  return {
    reset: read('mode') === 'reset' || passwordTypes.has(read('type')),
    tokens: access_token && refresh_token ? { access_token, refresh_token } : null,
    type: read('type'),
    elsewhere: read('sign_up') === 'elsewhere',
    refusal: read('error') ? refusalOf(read('error_code')) : null,
    message: read('message') === halfConfirmed ? halfConfirmed : null,
  };
}

function refusalOf(code: string | null): string {
  if (code === 'link_of_other_browser') return otherBrowser;
  return code === 'otp_expired' ? expired : 'This link is no longer valid.';
}
