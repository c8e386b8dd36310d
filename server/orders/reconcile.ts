import type { PaymentProviderName } from '#domain/order.ts';
import { applyTruth } from './apply-truth.ts';
import { checkoutGraceMs, checkoutLifetimeMs } from './checkout-lifetime.ts';
import { endOrder } from './end-order.ts';
import type { OrderContext } from './order-context.ts';
import { referenceColumn } from './reference-column.ts';
import { settle } from './settle.ts';
import { eventPatienceMs, workOffEvent } from './work-off-event.ts';

/** Younger orders are still being paid, and their webhook comes in seconds. */
const settlingTimeMs = 10 * 60_000;
const pageSize = 100;

/** Brings back whatever was lost on the way: unfinished events first, then unfinished orders. */
export async function reconcile(context: OrderContext, signal?: AbortSignal): Promise<void> {
  await workOffEvents(context, signal);
  await rereadOrders(context, signal);
}

async function workOffEvents(context: OrderContext, signal?: AbortSignal): Promise<void> {
  const since = new Date(context.now().getTime() - eventPatienceMs);
  const events = await context.db
    .selectFrom('private.provider_events')
    .select(['provider', 'event_id'])
    .where('done_at', 'is', null)
    .where('received_at', '>', since)
    .orderBy('tries')
    .orderBy('received_at')
    .limit(pageSize)
    .execute();
  for (const { provider, event_id } of events) {
    if (signal?.aborted) return;
    await workOffEvent(context, provider as PaymentProviderName, event_id);
  }
}

interface PendingOrder {
  id: string;
  provider: string;
  stripe_session_id: string | null;
  paypal_order_id: string | null;
  created_at: Date;
}

async function rereadOrders(context: OrderContext, signal?: AbortSignal): Promise<void> {
  const before = new Date(context.now().getTime() - settlingTimeMs);
  let last: PendingOrder | undefined;
  do {
    const orders: PendingOrder[] = await pendingOrders(context, before, last);
    for (const order of orders) {
      // While the provider hangs every order takes its time, and a closing shop has little.
      if (signal?.aborted) return;
      try {
        await rereadOrder(context, order);
      } catch (error) {
        // One order that cannot be settled must not keep the others from it.
        context.log.error({ err: error, orderId: order.id }, 'An order could not be reconciled.');
      }
    }
    last = orders.length === pageSize ? orders.at(-1) : undefined;
  } while (last);
}

/** Oldest first, page by page. */
function pendingOrders(
  { db }: OrderContext,
  before: Date,
  after: PendingOrder | undefined,
): Promise<PendingOrder[]> {
  return db
    .selectFrom('orders as o')
    .innerJoin('private.checkout_attempts as attempt', 'attempt.order_id', 'o.id')
    .select(['o.id', 'o.stripe_session_id', 'o.paypal_order_id', 'o.created_at'])
    .select('attempt.provider')
    .where('o.payment_status', '=', 'pending')
    .where('o.created_at', '<=', before)
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('o.created_at', 'o.id'),
          '>',
          tuple(after?.created_at ?? before, after?.id ?? ''),
        ),
      ),
    )
    .orderBy('o.created_at')
    .orderBy('o.id')
    .limit(pageSize)
    .execute();
}

async function rereadOrder(context: OrderContext, order: PendingOrder): Promise<void> {
  const name = order.provider as PaymentProviderName;
  const reference = order[referenceColumn[name]];
  const answer =
    reference === null
      ? await findLost(context, name, order)
      : (await settle(context, name, reference)).kind;
  const age = context.now().getTime() - order.created_at.getTime();
  if (answer === 'not_found' && age > checkoutLifetimeMs + checkoutGraceMs) {
    await context.db.transaction().execute((tx) => endOrder(tx, order.id, 'expired'));
  }
  if (answer === 'unavailable') {
    context.log.warn({ orderId: order.id, provider: name }, 'An order could not be re-read.');
  }
}

/** The answer to opening its page never came, so the order does not know its reference. */
async function findLost(
  context: OrderContext,
  name: PaymentProviderName,
  order: PendingOrder,
): Promise<'found' | 'not_found' | 'unavailable'> {
  const provider = context.providers[name];
  if (!provider) return 'unavailable';
  const answer = await provider.find({ orderId: order.id, createdAt: order.created_at });
  if (answer.kind === 'found') await applyTruth(context, name, answer.truth);
  return answer.kind === 'refused' ? 'unavailable' : answer.kind;
}
