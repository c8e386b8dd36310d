/** What the URL of the auth page requests (requirements §2.13, Auth). */
export interface AuthUrl {
  /** Asks for a new password instead of signing in. */
  reset: boolean;
  tokens: { access_token: string; refresh_token: string } | null;
  /** The purpose of an emailed link: `signup`, `recovery`, `email_change` …; null if unknown. */
  type: string | null;
  /**
   * The email address is confirmed, but the sign-up itself only works in the browser where it was
   * started.
   */
  elsewhere: boolean;
  /** Why the link was rejected. */
  refusal: string | null;
  /** The server's message about a link that it accepted. */
  message: string | null;
}

/**
 * The auth service's own messages. Only these are shown, so that a crafted link can't put words in
 * the shop's mouth.
 */
const expired = 'Email link is invalid or has expired';
export const otherBrowser = 'Open this link in the browser in which you asked for the change.';
const halfConfirmed =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/** Links after which a password has to be chosen. */
const passwordTypes: ReadonlySet<string | null> = new Set(['recovery', 'invite']);

/** Reads query and fragment; the query takes precedence. */
export function readAuthUrl(search: string, hash: string): AuthUrl {
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
