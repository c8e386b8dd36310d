import type { Tables } from '#server/orders/tables.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';
import { serviceOf } from '#server/payments/registry.ts';
import { type Finding, fault, ok } from './finding.ts';

/**
 * Whether each service's events reach this shop: when the last one arrived, and what the reconciler
 * reports.
 */
export async function checkEvents(
  db: Tables,
  providers: readonly Pick<PaymentProvider, 'name'>[],
  origin: string,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name } of providers) {
    const about = `events of ${serviceOf(name).method.company}`;
    const address = `${origin}/webhooks/${name}`;
    const silent = await db
      .selectFrom('incidents')
      .select('detail')
      .where('provider', '=', name)
      .where('closed_at', 'is', null)
      .executeTakeFirst();
    const last = await db
      .selectFrom('private.provider_events')
      .select('received_at')
      .where('provider', '=', name)
      .orderBy('received_at', 'desc')
      .executeTakeFirst();
    if (silent) {
      findings.push(fault(about, `${silent.detail} Register ${address} there.`));
    } else if (last) {
      findings.push(ok(about, `the last came at ${last.received_at.toISOString()}`));
    } else {
      findings.push(ok(about, `none so far; they have to be registered for ${address}`));
    }
  }
  return findings;
}
