import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from 'hono';
import type { ApiFault, Chaos } from '../chaos.ts';
import { cutConnection } from '../cut-connection.ts';
import type { PaypalAccount, RememberedAnswer } from './account.ts';
import { invalidRequest, outage, PaypalError } from './errors.ts';
import { findOrder, showOrder, showOrderBriefly } from './orders.ts';
import { showRefund } from './refunds.ts';
import { type Answer, createRequestIds } from './request-ids.ts';

interface Call {
  id: string;
  /** As sent; '' if there is none. */
  rawBody: string;
  /** Parsed; null if there is none. */
  body: unknown;
  /** This API's base URL, e.g. http://127.0.0.1:3001/paypal. */
  base: string;
  address: URL;
}

type Resource = NonNullable<RememberedAnswer['resource']>;

/** The result of a call: an order or a refund, rendered in one place; other JSON; or nothing (204). */
type Result = { status: 200 | 201; resource: Resource } | { json: object } | null;

type Operation = (call: Call) => Result | Promise<Result>;

/**
 * Turns an operation into a route by adding what every call has in common: reading the body, the
 * request id, and simulated faults. Faults match `METHOD /paypal/v2/…`.
 */
export function createAnswerer(account: PaypalAccount, chaos: Chaos) {
  const runOnce = createRequestIds(account);

  return (operation: Operation) => async (c: Context) => {
    const { method, path } = c.req;
    const fault = chaos.takeApiFault(method, path);
    if (fault?.fail && !fault.fail.executed) throw outage(fault.fail.status, false);

    const call = await readCall(c);
    const brief = method === 'POST' && c.req.header('prefer') !== 'return=representation';
    const show = ({ kind, id }: Resource): object => {
      if (kind === 'refund') return showRefund(account, id, call.base);
      const order = findOrder(account, id);
      return brief ? showOrderBriefly(order, call.base) : showOrder(account, order, call.base);
    };
    const execute = () => perform(operation, call, fault, show);
    const requestId = c.req.header('paypal-request-id');
    const answer =
      method === 'POST' && requestId !== undefined
        ? await runOnce({ requestId, path, body: call.rawBody }, execute, show)
        : await execute();

    if (fault && fault.hangMs > 0) await sleep(fault.hangMs, undefined, { ref: false });
    if (fault?.answerLost) return cutConnection(c);
    if (answer.body === null) return c.body(null, 204);
    return c.json(answer.body as object, answer.status as 200);
  };
}

async function readCall(c: Context): Promise<Call> {
  const rawBody = await c.req.text();
  const address = new URL(c.req.url);
  return {
    id: c.req.param('id') ?? '',
    rawBody,
    body: rawBody === '' ? null : parse(rawBody),
    base: `${address.origin}/paypal`,
    address,
  };
}

function parse(rawBody: string): unknown {
  try {
    return JSON.parse(rawBody);
  } catch {
    throw invalidRequest('/', 'must be JSON');
  }
}

async function perform(
  operation: Operation,
  call: Call,
  fault: ApiFault | undefined,
  show: (resource: Resource) => object,
): Promise<Answer> {
  try {
    if (fault && fault.delayMs > 0) await sleep(fault.delayMs, undefined, { ref: false });
    const result = await operation(call);
    const resource = result && 'resource' in result ? result.resource : null;
    if (fault?.fail) {
      const { status, body } = outage(fault.fail.status, true);
      return { resource, status, body, executed: true };
    }
    if (result === null) return { resource, status: 204, body: null, executed: true };
    if ('json' in result) return { resource, status: 200, body: result.json, executed: true };
    return { ...result, body: show(result.resource), executed: true };
  } catch (error) {
    if (!(error instanceof PaypalError)) throw error;
    const { status, body, executed } = error;
    return { resource: null, status, body, executed };
  }
}
