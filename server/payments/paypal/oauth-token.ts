import { z } from 'zod';

export interface Credentials {
  clientId: string;
  clientSecret: string;
}

/** Renewed this long before it expires, so that it can't expire in transit. */
const marginMs = 60_000;

const answer = z.object({ access_token: z.string().min(1), expires_in: z.number() });

/** The message for credentials that PayPal rejects. */
export const unknownCredentials = 'no access token: 401';

export type TokenAnswer =
  | { kind: 'token'; token: string }
  | { kind: 'unavailable'; detail: string };

/**
 * The token that every call needs (https://developer.paypal.com/api/rest/authentication/). Fetched
 * when first needed, once for all waiting callers, and cached until shortly before it expires.
 */
export function createTokenSource(
  { clientId, clientSecret }: Credentials,
  fetchToken: (authorization: string) => Promise<Response>,
  now: () => Date,
) {
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  let kept: { token: string; until: number } | null = null;
  let asking: Promise<TokenAnswer> | null = null;

  async function ask(): Promise<TokenAnswer> {
    try {
      const response = await fetchToken(authorization);
      const body: unknown = await response.json();
      const parsed = answer.safeParse(body);
      if (!response.ok || !parsed.success) {
        return { kind: 'unavailable', detail: `no access token: ${response.status}` };
      }
      const { access_token: token, expires_in } = parsed.data;
      kept = { token, until: now().getTime() + expires_in * 1000 - marginMs };
      return { kind: 'token', token };
    } catch (error) {
      return { kind: 'unavailable', detail: `no access token: ${nameOf(error)}` };
    }
  }

  return {
    async get(): Promise<TokenAnswer> {
      if (kept && kept.until > now().getTime()) return { kind: 'token', token: kept.token };
      asking ??= ask().finally(() => {
        asking = null;
      });
      return asking;
    },
    /** Discards a rejected token; the next call fetches a new one. */
    forget(token: string): void {
      if (kept?.token === token) kept = null;
    },
  };
}

/** What went wrong with a call, without its URL or any of its data. */
export function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = (error.cause as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : error.name;
}
