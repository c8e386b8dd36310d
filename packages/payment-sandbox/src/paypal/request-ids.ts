import { createHash } from 'node:crypto';
import type { PaypalAccount, RememberedAnswer } from './account.ts';
import { PaypalError, unprocessable } from './errors.ts';

/** Orders remember a request id for six hours. */
const REMEMBERED_MS = 6 * 60 * 60_000;

export type Answer = Pick<RememberedAnswer, 'resource' | 'status' | 'body'> & {
  /** False if nothing was done: such a response isn't remembered. */
  executed: boolean;
};

interface IdentifiedCall {
  requestId: string;
  path: string;
  body: string;
}

/**
 * `PayPal-Request-Id` (https://developer.paypal.com/api/rest/reference/idempotency/): a repeated
 * call is answered with 200 and the current state of what the first one created; refusals aren't
 * remembered. A different body with the same id is refused, and so is a second call while the first
 * is running. Throws PaypalError for these.
 */
export function createRequestIds(account: PaypalAccount) {
  const running = new Set<string>();

  return async function run(
    { requestId, path, body }: IdentifiedCall,
    execute: () => Promise<Answer>,
    showAnew: (resource: NonNullable<RememberedAnswer['resource']>) => unknown,
  ): Promise<Answer> {
    const key = `${path} ${requestId}`;
    const fingerprint = createHash('sha256').update(body).digest('hex');
    const known = account.answers.get(key);
    if (known && known.at > account.now() - REMEMBERED_MS) {
      if (known.fingerprint !== fingerprint) {
        throw unprocessable(
          'DUPLICATE_REQUEST_ID',
          'The value of PayPal-Request-Id header has already been used with another request.',
        );
      }
      if (known.resource === null) return { ...known, executed: true };
      return { ...known, status: 200, body: showAnew(known.resource), executed: true };
    }
    if (running.has(key)) {
      throw new PaypalError(
        409,
        'RESOURCE_CONFLICT',
        'The server has detected a conflict while processing this request.',
        {
          details: [
            {
              issue: 'PREVIOUS_REQUEST_IN_PROGRESS',
              description:
                'A previous request on this resource is currently in progress. Please wait for some time and try again.',
            },
          ],
        },
      );
    }
    running.add(key);
    try {
      const answer = await execute();
      if (answer.executed) {
        const { resource, status } = answer;
        account.answers.put(key, {
          fingerprint,
          resource,
          status,
          body: structuredClone(answer.body),
          at: account.now(),
        });
      }
      return answer;
    } finally {
      running.delete(key);
    }
  };
}
