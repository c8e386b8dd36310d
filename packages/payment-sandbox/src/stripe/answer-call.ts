import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { ApiFault, Chaos } from '../chaos.ts';
import { cutConnection } from '../cut-connection.ts';
import type { StripeAccount } from './account.ts';
import { invalidParam, StripeError } from './errors.ts';
import { expandObject } from './expand.ts';
import { type FormObject, parseForm } from './form-body.ts';
import { type Answer, createIdempotency, type KeyedAnswer } from './idempotency.ts';
import type { Cause } from './record-event.ts';

export type ApiEnv = { Bindings: Partial<HttpBindings>; Variables: { requestId: string } };

interface Call {
  id: string;
  params: FormObject;
  origin: string;
  cause: Cause;
}

type Operation = (call: Call) => object;

/**
 * Turns an operation into a route by adding what every call has in common: reading parameters, the
 * idempotency key, expansion, and simulated faults.
 */
export function createAnswerer(account: StripeAccount, chaos: Chaos) {
  const idempotency = createIdempotency(account);

  return (operation: Operation) => async (c: Context<ApiEnv>) => {
    const method = c.req.method;
    const path = c.req.path.replace(/^\/stripe\/v1\//, '/v1/');
    const fault = chaos.takeApiFault(method, path);
    if (fault?.fail && !fault.fail.executed) throw outage(fault.fail.status);

    const requestId = c.get('requestId');
    const key = c.req.header('idempotency-key');
    const params = await readRequest(c);
    const call: Call = {
      id: c.req.param('id') ?? '',
      params,
      origin: new URL(c.req.url).origin,
      cause: { requestId, idempotencyKey: key ?? null },
    };
    const execute = () => perform(account, operation, call, fault);
    const answer: KeyedAnswer =
      method === 'POST' && key !== undefined
        ? await idempotency.run({ key, method, path, params, requestId }, execute)
        : await execute();

    if (fault && fault.hangMs > 0) await sleep(fault.hangMs, undefined, { ref: false });
    if (fault?.answerLost) return cutConnection(c);
    if (key !== undefined) c.header('idempotency-key', key);
    if (answer.replayOf !== undefined) {
      c.header('idempotent-replayed', 'true');
      c.header('original-request', answer.replayOf);
    }
    if (answer.status >= 400) c.header('stripe-should-retry', 'false');
    return c.json(answer.body as object, answer.status as 200);
  };
}

async function readRequest(c: Context<ApiEnv>): Promise<FormObject> {
  if (c.req.method === 'GET') return parseForm(new URL(c.req.url).search);
  const type = c.req.header('content-type') ?? '';
  const body = await c.req.text();
  if (body !== '' && !type.startsWith('application/x-www-form-urlencoded')) {
    throw invalidParam(
      'Invalid request (check that your POST content type is application/x-www-form-urlencoded).',
      '',
    );
  }
  return parseForm(body);
}

async function perform(
  account: StripeAccount,
  operation: Operation,
  call: Call,
  fault: ApiFault | undefined,
): Promise<Answer> {
  try {
    if (fault && fault.delayMs > 0) await sleep(fault.delayMs, undefined, { ref: false });
    const object = operation(call);
    if (fault?.fail) throw outage(fault.fail.status, true);
    return {
      status: 200,
      body: expandObject(account, object, expandPaths(call.params)),
      executed: true,
    };
  } catch (error) {
    return toAnswer(error);
  }
}

function expandPaths(params: FormObject): string[] {
  const { expand } = params;
  return Array.isArray(expand) ? expand.filter((path) => typeof path === 'string') : [];
}

export function toAnswer(error: unknown): Answer {
  if (error instanceof StripeError) {
    return { status: error.status, body: error.body, executed: error.executed };
  }
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  const unknown = new StripeError(500, 'api_error', 'An unknown error occurred in the sandbox.');
  return { status: 500, body: unknown.body, executed: true };
}

function outage(status: number, executed = false): StripeError {
  const message = 'Something went wrong on our end, because the sandbox was told so.';
  return new StripeError(status, 'api_error', message, {}, executed);
}
