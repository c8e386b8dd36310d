import type { PaymentProviderName } from '#domain/order.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';
import type { OrderContext } from './order-context.ts';
import { queueAlert } from './queue-order-mails.ts';
import { referenceColumn } from './reference-column.ts';
import { settle } from './settle.ts';

const dayMs = 24 * 60 * 60_000;
/** Two days, so that a missed run loses nothing. */
const lookBackMs = 2 * dayMs;
/** A payment made this minute may be on one side only. */
const settlingTimeMs = 10 * 60_000;
/** Their clock need not be ours: more is listed than is asked about. */
const clockSkewMs = 60 * 60_000;

/**
 * Once a day: everything the provider was paid is an order of ours, and everything we call paid is
 * paid at the provider. The first is settled, the second told to the team.
 */
export async function comparePayments(context: OrderContext, signal?: AbortSignal): Promise<void> {
  for (const provider of Object.values(context.providers)) await compare(context, provider, signal);
}

async function compare(
  context: OrderContext,
  provider: PaymentProvider,
  signal?: AbortSignal,
): Promise<void> {
  const now = context.now().getTime();
  const since = new Date(now - lookBackMs);
  const listed = await provider.listPaid(new Date(since.getTime() - clockSkewMs));
  if (listed.kind !== 'paid_list') {
    context.log.warn({ provider: provider.name, detail: listed.detail }, 'Payments not compared.');
    return;
  }
  for (const { reference, orderId } of listed.payments) {
    if (signal?.aborted) return;
    if (orderId !== null) await settle(context, provider.name, reference);
  }
  const references = new Set(listed.payments.map((payment) => payment.reference));
  await reportUnconfirmed(
    context,
    provider.name,
    references,
    since,
    new Date(now - settlingTimeMs),
  );
}

async function reportUnconfirmed(
  context: OrderContext,
  provider: PaymentProviderName,
  references: ReadonlySet<string>,
  since: Date,
  until: Date,
): Promise<void> {
  const column = referenceColumn[provider];
  const paid = await context.db
    .selectFrom('orders')
    .selectAll()
    .where('payment_status', '=', 'paid')
    .where(column, 'is not', null)
    .where('created_at', '>', since)
    .where('paid_at', '<', until)
    .execute();
  const site = await context.site();
  const { teamEmail, origin } = context;
  for (const order of paid) {
    const reference = order[column];
    if (reference === null || references.has(reference)) continue;
    context.log.error({ orderId: order.id, provider }, 'A paid order is not paid at the provider.');
    await queueAlert(context.db, order, 'unconfirmed_payment', `Looked for ${reference}.`, {
      site,
      teamEmail,
      origin,
    });
  }
}
