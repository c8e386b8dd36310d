import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import type { ApiFault, Chaos } from '../chaos.ts';
import { API_VERSION, type StripeAccount } from './account.ts';
import { checkKey } from './check-key.ts';
import { createSession } from './create-session.ts';
import { closeDispute, findDispute, listDisputes } from './disputes.ts';
import { invalidParam, StripeError, unrecognizedUrl } from './errors.ts';
import { findEvent, listEvents } from './events.ts';
import { expandObject } from './expand.ts';
import { type FormObject, parseForm } from './form-body.ts';
import { type Answer, createIdempotency, type KeyedAnswer } from './idempotency.ts';
import { newId } from './ids.ts';
import { findCharge, findPaymentIntent, listCharges, listPaymentIntents } from './payments.ts';
import type { Cause } from './record-event.ts';
import { createRefund, findRefund, listRefunds, updateRefund } from './refunds.ts';
import { expireSession, findSession, listSessionLines, listSessions } from './sessions.ts';

type Env = { Bindings: Partial<HttpBindings>; Variables: { requestId: string } };

interface Call {
  id: string;
  params: FormObject;
  origin: string;
  cause: Cause;
}

type Operation = (call: Call) => object;

interface ApiOptions {
  account: StripeAccount;
  chaos: Chaos;
  secretKey: string | undefined;
}

/** Stripe's API, version 1, as far as the sandbox plays it; mounted under `/v1` and `/stripe/v1`. */
export function createStripeApi({ account, chaos, secretKey }: ApiOptions) {
  const api = new Hono<Env>();
  const idempotency = createIdempotency(account);

  api.use(async (c, next) => {
    const requestId = newId('req_', 14);
    c.set('requestId', requestId);
    c.header('request-id', requestId);
    c.header('stripe-version', c.req.header('stripe-version') ?? API_VERSION);
    c.header('cache-control', 'no-cache, no-store');
    checkKey(c.req.header('authorization'), secretKey);
    return next();
  });

  api.onError((error, c) => {
    const answer = toAnswer(error);
    if (answer.status < 500) {
      c.header('stripe-should-retry', answer.status === 409 ? 'true' : 'false');
    }
    return c.json(answer.body as object, answer.status as 400);
  });

  const on = (operation: Operation) => async (c: Context<Env>) => {
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

  api.post(
    '/checkout/sessions',
    on(({ params, origin }) => createSession(account, params, origin).session),
  );
  api.get(
    '/checkout/sessions',
    on(({ params }) => listSessions(account, params)),
  );
  api.get(
    '/checkout/sessions/:id',
    on(({ id }) => findSession(account, id).session),
  );
  api.get(
    '/checkout/sessions/:id/line_items',
    on(({ id, params }) => listSessionLines(account, id, params)),
  );
  api.post(
    '/checkout/sessions/:id/expire',
    on(({ id, cause }) => expireSession(account, id, cause)),
  );

  api.get(
    '/payment_intents',
    on(({ params }) => listPaymentIntents(account, params)),
  );
  api.get(
    '/payment_intents/:id',
    on(({ id }) => findPaymentIntent(account, id)),
  );
  api.get(
    '/charges',
    on(({ params }) => listCharges(account, params)),
  );
  api.get(
    '/charges/:id',
    on(({ id }) => findCharge(account, id)),
  );

  api.post(
    '/refunds',
    on(({ params, cause }) => createRefund(account, params, cause)),
  );
  api.get(
    '/refunds',
    on(({ params }) => listRefunds(account, params)),
  );
  api.get(
    '/refunds/:id',
    on(({ id }) => findRefund(account, id)),
  );
  api.post(
    '/refunds/:id',
    on(({ id, params, cause }) => updateRefund(account, id, params, cause)),
  );

  api.get(
    '/disputes',
    on(({ params }) => listDisputes(account, params)),
  );
  api.get(
    '/disputes/:id',
    on(({ id }) => findDispute(account, id)),
  );
  api.post(
    '/disputes/:id/close',
    on(({ id, cause }) => closeDispute(account, id, 'lost', cause)),
  );

  api.get(
    '/events',
    on(({ params }) => listEvents(account, params)),
  );
  api.get(
    '/events/:id',
    on(({ id }) => findEvent(account, id).event),
  );

  api.all('*', (c) => {
    throw unrecognizedUrl(c.req.method, c.req.path);
  });

  return api;
}

async function readRequest(c: Context<Env>): Promise<FormObject> {
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

function toAnswer(error: unknown): Answer {
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

/** The work is done and the caller never hears of it. */
function cutConnection(c: Context<Env>): Response {
  const socket = c.env?.incoming?.socket;
  if (socket === undefined) return c.body(null, 502);
  socket.destroy();
  return RESPONSE_ALREADY_SENT;
}
