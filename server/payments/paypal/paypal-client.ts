import { z } from 'zod';
import type { ProviderFailure } from '../provider.ts';
import { type Credentials, createTokenSource, nameOf, unknownCredentials } from './oauth-token.ts';

export interface PaypalConnection extends Credentials {
  apiBase: string;
  /** Milliseconds for a single attempt of a call. */
  tryMs: number;
  /** Milliseconds for an operation, with all its calls and attempts. */
  operationMs: number;
  now: () => Date;
}

export type PaypalAnswer =
  /** `date`: PayPal's clock when it responded. */
  | { kind: 'answer'; body: unknown; date?: string | null }
  | { kind: 'not_found' }
  /** `issue` is PayPal's code for the reason, e.g. ORDER_ALREADY_CAPTURED. */
  | { kind: 'refused'; issue: string; detail: string }
  | { kind: 'unavailable'; detail: string };

interface Post {
  body?: object;
  /** Idempotency key: the same key returns the same response. */
  requestId?: string | undefined;
}

/** The calls of one operation; together they take at most `operationMs`. */
export interface PaypalCalls {
  get(path: string): Promise<PaypalAnswer>;
  post(path: string, post: Post): Promise<PaypalAnswer>;
}

export interface PaypalClient {
  begin(): PaypalCalls;
}

const refusal = z.object({
  name: z.string().optional(),
  debug_id: z.string().optional(),
  details: z.array(z.object({ issue: z.string().optional() })).optional(),
});

/** With these the outcome is unknown, or the call may succeed in a moment. */
const passing = new Set([408, 409, 425, 429]);

/**
 * PayPal's REST API over fetch. Every failure is a value, and a call whose response is lost is
 * retried once.
 */
export function createPaypalClient(connection: PaypalConnection): PaypalClient {
  const { apiBase, tryMs, operationMs, now } = connection;
  const tokens = createTokenSource(
    connection,
    (authorization) =>
      fetch(`${apiBase}/v1/oauth2/token`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
        body: 'grant_type=client_credentials',
        redirect: 'error',
        signal: AbortSignal.timeout(tryMs),
      }),
    now,
  );

  async function tryOnce(
    method: 'GET' | 'POST',
    path: string,
    { body, requestId }: Post,
    until: AbortSignal,
  ): Promise<PaypalAnswer> {
    const access = await tokens.get();
    if (access.kind === 'unavailable') return access;
    try {
      const response = await fetch(`${apiBase}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${access.token}`,
          accept: 'application/json',
          'content-type': 'application/json',
          prefer: 'return=representation',
          ...(requestId && { 'paypal-request-id': requestId }),
        },
        ...(body && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.any([until, AbortSignal.timeout(tryMs)]),
      });
      if (response.status === 401) tokens.forget(access.token);
      return await readAnswer(response);
    } catch (error) {
      return { kind: 'unavailable', detail: nameOf(error) };
    }
  }

  return {
    begin() {
      const until = AbortSignal.timeout(operationMs);
      async function call(method: 'GET' | 'POST', path: string, post: Post = {}) {
        const first = await tryOnce(method, path, post, until);
        const repeatable = method === 'GET' || post.requestId !== undefined;
        if (first.kind !== 'unavailable' || !repeatable || until.aborted) return first;
        return tryOnce(method, path, post, until);
      }
      return {
        get: (path) => call('GET', path),
        post: (path, post) => call('POST', path, post),
      };
    },
  };
}

async function readAnswer(response: Response): Promise<PaypalAnswer> {
  const { status } = response;
  const body: unknown = status === 204 ? null : await response.json().catch(() => undefined);
  if (response.ok && body !== undefined) {
    return { kind: 'answer', body, date: response.headers.get('date') };
  }
  if (status === 404) return { kind: 'not_found' };
  const { name, debug_id, details } = refusal.safeParse(body).data ?? {};
  const issue = details?.[0]?.issue ?? name ?? '';
  const detail = [status, issue, debug_id].filter(Boolean).join(' ');
  const certain = status >= 400 && status < 500 && status !== 401 && !passing.has(status);
  return certain ? { kind: 'refused', issue, detail } : { kind: 'unavailable', detail };
}

/** Turns a response that an operation doesn't expect into a failure. */
export function paypalFailure(answer: Exclude<PaypalAnswer, { kind: 'answer' }>): ProviderFailure {
  if (answer.kind === 'not_found') return { kind: 'refused', detail: 'not found' };
  const keysRefused = answer.detail === unknownCredentials;
  return { kind: answer.kind, detail: answer.detail, keysRefused };
}

/** Parses a response with `schema`; one that doesn't match can't be relied on. */
export function readAs<T extends z.ZodType>(
  schema: T,
  body: unknown,
): { kind: 'read'; value: z.output<T> } | ProviderFailure {
  const parsed = schema.safeParse(body);
  if (parsed.success) return { kind: 'read', value: parsed.data };
  const at = parsed.error.issues[0]?.path.join('.') ?? '';
  return { kind: 'unavailable', detail: `unexpected answer at ${at}` };
}
