import { isOlderBuild, updatedMessage } from './build-age.ts';

/**
 * Why the auth service refused: its code if it gave one, and a message to show. `outdated`: only a
 * reload helps.
 */
export interface AuthProblem {
  code: string;
  message: string;
}

export type AuthAnswer<T> = { data: T; problem: null } | { data: null; problem: AuthProblem };

interface ServiceError {
  message: string;
  code?: string | undefined;
  name?: string;
  /** With `weak_password`. */
  reasons?: readonly string[];
}

/**
 * Calls the auth service through the official client. Failures are returned as values: the
 * service's message, or the fallback if it has none or could not be reached (requirements §8).
 */
export async function callAuth<T>(
  call: () => Promise<{ data: T; error: null } | { data: unknown; error: ServiceError }>,
  fallback: string,
): Promise<AuthAnswer<T>> {
  try {
    const { data, error } = await call();
    if (error === null) return { data: data as T, problem: null };
    return { data: null, problem: describe(error, fallback) };
  } catch {
    // For example, a client file that was part of an earlier build.
    const problem = (await isOlderBuild())
      ? { code: 'outdated', message: updatedMessage }
      : { code: 'unreachable', message: fallback };
    return { data: null, problem };
  }
}

const weaknesses: Record<string, string> = {
  characters: 'It needs other kinds of characters as well.',
  pwned: 'It has appeared in a data leak and is easy to guess.',
};

function describe(error: ServiceError, fallback: string): AuthProblem {
  if (error.name === 'AuthRetryableFetchError') return { code: 'unreachable', message: fallback };
  const plain = plainWords(error, fallback);
  if (plain) return { code: error.code ?? 'unknown', message: plain };
  const because = (error.reasons ?? []).flatMap((reason) => weaknesses[reason] ?? []);
  return {
    code: error.code ?? 'unknown',
    message: [error.message || fallback, ...because].join(' '),
  };
}

const ended = 'Your session has expired. Please sign in again.';
const badLink = 'This link is no longer valid.';

/** By code or name: messages of the service and its client about tokens are meant for developers. */
const wordsOf: Readonly<Record<string, string>> = {
  bad_jwt: ended,
  no_authorization: ended,
  session_not_found: ended,
  session_expired: ended,
  refresh_token_not_found: ended,
  refresh_token_already_used: ended,
  user_not_found: ended,
  AuthSessionMissingError: ended,
  AuthInvalidTokenResponseError: ended,
  invalid_jwt: badLink,
  AuthInvalidJwtError: badLink,
  bad_code_verifier: badLink,
  flow_state_not_found: badLink,
  flow_state_expired: badLink,
};

/** For these, only the fallback is helpful. */
const internal = new Set(['unexpected_failure', 'request_timeout', 'bad_json', 'AuthUnknownError']);

function plainWords({ code, name, message }: ServiceError, fallback: string): string | undefined {
  const known = wordsOf[code ?? ''] ?? wordsOf[name ?? ''];
  if (known) return known;
  if (internal.has(code ?? '') || internal.has(name ?? '')) return fallback;
  // Messages about an email address are written for people, the others for developers.
  const technical =
    code === 'validation_failed' && !/^(Unable to validate email|An email)/.test(message);
  return technical ? fallback : undefined;
}

const limits = new Set(['over_request_rate_limit', 'over_email_send_rate_limit']);

/** The service's message, plus what to do if it does not say so itself. */
export function explainAuthProblem({ code, message }: AuthProblem): string {
  if (!limits.has(code) || /\d+ seconds?/.test(message)) return message;
  return `${message.replace(/\.?$/, '.')} Too many attempts. Please wait a minute, then try again.`;
}
