/** Why a server function refused. `status` is null if it could not be reached at all. */
export interface FunctionFailure {
  status: number | null;
  code: string;
  message: string;
  /** Further details from the function. */
  details?: Readonly<Record<string, unknown>>;
}

export type FunctionAnswer<T> =
  | { data: T; failure: null }
  | { data: null; failure: FunctionFailure };

interface FunctionCall {
  publishableKey: string;
  body: Record<string, unknown>;
  headers?: Record<string, string>;
}

/**
 * Calls one of our functions. Failures are returned as values: the body `{"error": {"code",
 * "message"}}`, or `unreachable`.
 */
export async function invokeFunction<T>(
  name: string,
  { publishableKey, body, headers = {} }: FunctionCall,
): Promise<FunctionAnswer<T>> {
  try {
    const answer = await fetch(`${window.location.origin}/functions/v1/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey: publishableKey, ...headers },
      body: JSON.stringify(body),
    });
    if (!answer.ok) return { data: null, failure: await readFailure(answer) };
    return { data: (await answer.json()) as T, failure: null };
  } catch {
    return { data: null, failure: unreachable };
  }
}

const unreachable: FunctionFailure = {
  status: null,
  code: 'unreachable',
  message: 'The shop could not be reached.',
};

async function readFailure(answer: Response): Promise<FunctionFailure> {
  const fallback = { status: answer.status, code: 'unknown', message: '' };
  try {
    const { error } = (await answer.json()) as { error?: { code?: string; message?: string } };
    const { code = fallback.code, message = fallback.message, ...details } = error ?? {};
    return { status: answer.status, code, message, details };
  } catch {
    return fallback;
  }
}
