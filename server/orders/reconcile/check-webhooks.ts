import { CompiledQuery } from 'kysely';
import { webhooksSilentMail } from '#emails/webhooks-silent.ts';
import { emailStatement } from '#server/email/queue-email.ts';
import { loadOrderEmails, type OrderEmails } from '#server/orders/emails/load-order-emails.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { type PaymentProviderName, serviceOf } from '#server/payments/registry.ts';
import type { RunReport } from './run-report.ts';

/** Providers retry within seconds, so a payment without any event for this long is suspicious. */
const patienceMs = 30 * 60_000;
/** Older payments say nothing about today, and their events may have been pruned. */
const lookBackMs = 7 * 24 * 60 * 60_000;
/** Events may be slightly older than our row for the payment. */
const clockSkewMs = 10 * 60_000;

/**
 * Checks that webhooks still arrive. They don't if a payment is older than half an hour and its
 * provider has sent no event since. Payments are still recorded (success page, reconciler), only
 * later, so it would go unnoticed. The team is told once; the incident ends with the next event.
 */
export async function checkWebhooks(context: OrderContext, report: RunReport): Promise<void> {
  const mails = await loadOrderEmails(context);
  for (const provider of Object.values(context.providers)) {
    await checkProvider(context, provider.name, mails, report);
  }
}

async function checkProvider(
  context: OrderContext,
  provider: PaymentProviderName,
  mails: OrderEmails,
  report: RunReport,
): Promise<void> {
  const { db, now } = context;
  const lastEvent = await db
    .selectFrom('private.provider_events')
    .select('received_at')
    .where('provider', '=', provider)
    .orderBy('received_at', 'desc')
    .executeTakeFirst();
  const last = lastEvent?.received_at ?? null;
  if (last) {
    await db
      .updateTable('incidents')
      .set({ closed_at: now() })
      .where('kind', '=', 'webhooks_silent')
      .where('provider', '=', provider)
      .where('closed_at', 'is', null)
      .where('opened_at', '<', last)
      .execute();
  }
  const { unannounced } = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll<number>().as('unannounced'))
    .where('provider', '=', provider)
    .where('created_at', '<', new Date(now().getTime() - patienceMs))
    .where('created_at', '>', new Date(now().getTime() - lookBackMs))
    .$if(last !== null, (query) =>
      query.where('created_at', '>', new Date((last?.getTime() ?? 0) + clockSkewMs)),
    )
    .executeTakeFirstOrThrow();
  if (Number(unannounced) === 0) return;
  const detail = last
    ? `${unannounced} payments since the last event of ${last.toISOString()}.`
    : `${unannounced} payments, but no event so far.`;
  report.find({ kind: 'webhooks_silent', provider, detail });
  await open(context, provider, detail, mails);
}

async function open(
  context: OrderContext,
  provider: PaymentProviderName,
  detail: string,
  { site, teamEmail, origin }: OrderEmails,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const incident = await tx
      .insertInto('incidents')
      .values({ kind: 'webhooks_silent', provider, detail, opened_at: context.now() })
      .onConflict((conflict) =>
        conflict.columns(['kind', 'provider']).where('closed_at', 'is', null).doNothing(),
      )
      .returning('id')
      .executeTakeFirst();
    if (!incident) return;
    context.log.error({ provider }, 'Webhooks have stopped arriving.');
    const { text, values = [] } = emailStatement({
      dedupeKey: `incident:${incident.id}`,
      recipient: teamEmail,
      ...webhooksSilentMail(
        { provider, company: serviceOf(provider).method.company, detail },
        site,
        origin,
      ),
    });
    await tx.executeQuery(CompiledQuery.raw(text, [...values]));
  });
}
