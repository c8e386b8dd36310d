/** Why a server-side function refused. `status` is null when it could not be reached at all. */
export interface FunctionFailure {
  status: number | null;
  code: string;
  message: string;
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
 * Calls one of our functions through the official client, which is loaded when first needed.
 * Failures are values: the body `{"error": {"code", "message"}}`, or `unreachable`.
 */
export async function invokeFunction<T>(
  name: string,
  { publishableKey, body, headers = {} }: FunctionCall,
): Promise<FunctionAnswer<T>> {
  try {
    const { FunctionsClient, FunctionsHttpError } = await import('@supabase/functions-js');
    const client = new FunctionsClient(`${window.location.origin}/functions/v1`, {
      headers: { apikey: publishableKey },
    });
    const { data, error } = await client.invoke<T>(name, { body, headers });
    if (error instanceof FunctionsHttpError) return { data: null, failure: await read(error) };
    if (error || data === null) return { data: null, failure: unreachable };
    return { data, failure: null };
  } catch {
    return { data: null, failure: unreachable };
  }
}

const unreachable: FunctionFailure = {
  status: null,
  code: 'unreachable',
  message: 'The shop could not be reached.',
};

async function read({ context }: { context: Response }): Promise<FunctionFailure> {
  const fallback = { status: context.status, code: 'unknown', message: '' };
  try {
    const { error } = (await context.json()) as { error?: { code?: string; message?: string } };
    return {
      status: context.status,
      code: error?.code ?? fallback.code,
      message: error?.message ?? fallback.message,
    };
  } catch {
    return fallback;
  }
}
