import { createHash } from 'node:crypto';
import type { RememberedAnswer, StripeAccount } from './account.ts';
import { invalidParam, StripeError } from './errors.ts';
import type { FormObject } from './form-body.ts';

const REMEMBERED_S = 24 * 60 * 60;
const MAX_KEY_LENGTH = 255;

export interface Answer {
  status: number;
  body: unknown;
  /** False if nothing had begun: such a response isn't remembered. */
  executed: boolean;
}

export interface KeyedCall {
  key: string;
  method: string;
  path: string;
  params: FormObject;
  requestId: string;
}

export type KeyedAnswer = Answer & { replayOf?: string };

interface Idempotency {
  run(call: KeyedCall, execute: () => Promise<Answer>): Promise<KeyedAnswer>;
}

/**
 * Idempotency keys as in Stripe (https://docs.stripe.com/api/idempotent_requests): the first
 * response is replayed for 24 hours, errors included; different parameters or another path are an
 * error; a second call while the first is still running is a 409. Throws StripeError for these.
 */
export function createIdempotency(account: StripeAccount): Idempotency {
  const running = new Set<string>();

  return {
    async run(call, execute) {
      const { key } = call;
      if (key.length > MAX_KEY_LENGTH) {
        throw invalidParam(
          `Idempotency keys can be at most ${MAX_KEY_LENGTH} characters long.`,
          'idempotency_key',
        );
      }
      const fingerprint = fingerprintOf(call.params);
      const known = recall(account, key);
      if (known) {
        checkSameCall(known, call, fingerprint);
        return {
          status: known.status,
          body: known.body,
          executed: true,
          replayOf: known.requestId,
        };
      }
      if (running.has(key)) {
        throw new StripeError(
          409,
          'idempotency_error',
          `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
          { code: 'idempotency_key_in_use' },
          false,
        );
      }
      running.add(key);
      try {
        const answer = await execute();
        if (answer.executed) {
          account.answers.put(key, {
            method: call.method,
            path: call.path,
            fingerprint,
            requestId: call.requestId,
            status: answer.status,
            body: structuredClone(answer.body),
            at: account.now(),
          });
        }
        return answer;
      } finally {
        running.delete(key);
      }
    },
  };
}

function recall(account: StripeAccount, key: string): RememberedAnswer | undefined {
  const oldest = account.now() - REMEMBERED_S;
  const known = account.answers.get(key);
  if (known === undefined) return undefined;
  if (known.at >= oldest) return known;
  account.answers.delete(key);
  return undefined;
}

function checkSameCall(known: RememberedAnswer, call: KeyedCall, fingerprint: string): void {
  if (known.path !== call.path || known.method !== call.method) {
    throw new StripeError(
      400,
      'idempotency_error',
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${call.path}' vs '${known.path}'). Try using a key other than '${call.key}' if you meant to execute a different request.`,
      {},
      false,
    );
  }
  if (known.fingerprint !== fingerprint) {
    throw new StripeError(
      400,
      'idempotency_error',
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${call.key}' if you meant to execute a different request.`,
      {},
      false,
    );
  }
}

/** The order of parameters doesn't matter. */
function fingerprintOf(params: FormObject): string {
  const sorted = JSON.stringify(params, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash('sha256').update(sorted).digest('hex');
}
