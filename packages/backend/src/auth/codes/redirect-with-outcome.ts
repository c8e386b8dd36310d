import type { Failure } from '../failure.ts';

type Outcome = Readonly<Record<string, string | number>>;

/**
 * Redirects the browser with the outcome in the fragment, and also in the query if the client reads
 * that. `sb` tells clients that the redirect is ours.
 */
export function redirectWithOutcome(
  to: string,
  outcome: Outcome,
  { inQuery, status }: { inQuery: boolean; status: 302 | 303 },
): Response {
  const target = new URL(to);
  const entries = Object.entries(outcome).map(([name, value]) => [name, String(value)]);
  if (inQuery) for (const [name = '', value = ''] of entries) target.searchParams.set(name, value);
  target.hash = new URLSearchParams([...entries, ['sb', '']]).toString();
  return redirect(target, status);
}

/** Keeps the page's URL, which may contain codes, out of the Referer header. */
export function redirect(target: URL, status: 302 | 303): Response {
  return new Response(null, {
    status,
    headers: { location: target.href, 'referrer-policy': 'no-referrer' },
  });
}

/** OAuth 2.0's name for the status, if it has one (RFC 6749, 4.1.2.1). */
export function oauthErrorOf({ status }: Failure): string | undefined {
  return OAUTH_ERRORS[status];
}

const OAUTH_ERRORS: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
};
