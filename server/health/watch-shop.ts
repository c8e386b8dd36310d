import { CompiledQuery, sql } from 'kysely';
import { describeIncident, type IncidentKind } from '#domain/incident.ts';
import { incidentMail } from '#emails/incident.ts';
import { emailStatement } from '#server/email/queue-email.ts';
import type { PaymentProviderName } from '#server/payments/registry.ts';
import { serviceOf } from '#server/payments/registry.ts';
import { findTroubles, type Trouble, type WatchedParts } from './find-troubles.ts';
import type { SendAlert } from './send-alert.ts';

export interface WatchParts extends WatchedParts {
  /** Providers that have failed since the last check. */
  failed: Set<PaymentProviderName>;
  alert: SendAlert;
  /** Called when the mail server accepts emails again. */
  sendWaitingMails: () => Promise<unknown>;
  /** Called when a payment service responds again; checks continue meanwhile. */
  finishPayments: () => Promise<unknown>;
}

interface Incident {
  id: string;
  kind: IncidentKind;
  provider: PaymentProviderName | null;
  detail: string;
}

/** The kinds of incident that this watch opens and closes; the reconciler handles the others. */
const watched: readonly Trouble['kind'][] = [
  'emails_stuck',
  'events_stuck',
  'payments_unreachable',
  'reconciler_stopped',
  'disk_low',
  'clock_wrong',
  'backup_missing',
];
const ofOneMachine: readonly IncidentKind[] = ['disk_low', 'clock_wrong'];

/**
 * Checks the shop once, to be repeated every few seconds. A problem found twice in a row becomes an
 * incident, reported to the team by email and to ALERT_WEBHOOK_URL; it ends when a check no longer
 * finds it.
 */
export function createShopMonitor(parts: WatchParts): () => Promise<void> {
  const { context, alert, failed, machine } = parts;
  const { db, log } = context;
  let before = new Set<string>();

  return async () => {
    const open = (await db
      .selectFrom('incidents')
      .select(['id', 'kind', 'provider', 'detail'])
      .where('closed_at', 'is', null)
      .where('kind', 'in', watched)
      .execute()) as Incident[];
    const doubted = new Set(failed);
    failed.clear();
    for (const { kind, provider } of open) {
      if (kind === 'payments_unreachable' && provider) doubted.add(provider);
    }
    const troubles = await findTroubles(parts, doubted);
    const now = new Set(troubles.map(keyOf));
    for (const trouble of troubles) {
      const isOpen = open.some((incident) => keyOf(incident) === keyOf(trouble));
      if (!isOpen && before.has(keyOf(trouble))) await begin(trouble);
    }
    for (const incident of open) {
      const isOwn =
        !ofOneMachine.includes(incident.kind) || incident.detail.startsWith(`${machine}:`);
      if (isOwn && !now.has(keyOf(incident))) await end(incident);
    }
    // Recheck a provider that failed, even if nobody calls it.
    for (const { kind, provider } of troubles) {
      if (kind === 'payments_unreachable' && provider) failed.add(provider);
    }
    before = now;
  };

  async function begin(trouble: Trouble): Promise<void> {
    const words = wordsOf(trouble);
    const { kind, provider, detail } = trouble;
    const site = await context.site();
    const opened = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: string }>`
        insert into public.incidents (kind, provider, detail, opened_at)
        values (${kind}, ${provider}, ${detail}, ${context.now()})
        on conflict (kind, provider) where closed_at is null do nothing
        returning id
      `.execute(tx);
      const [incident] = rows;
      if (!incident) return false;
      const { text, values = [] } = emailStatement({
        dedupeKey: `incident:${incident.id}`,
        recipient: context.teamEmail,
        ...incidentMail({ ...words, detail }, site, context.origin),
      });
      await tx.executeQuery(CompiledQuery.raw(text, [...values]));
      return true;
    });
    if (!opened) return;
    log.error({ kind, provider, detail }, words.title);
    await tell(trouble, 'open');
  }

  async function end(incident: Incident): Promise<void> {
    const { numUpdatedRows } = await db
      .updateTable('incidents')
      .set({ closed_at: context.now() })
      .where('id', '=', incident.id)
      .where('closed_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    log.info({ kind: incident.kind, provider: incident.provider }, 'An incident is over.');
    if (incident.kind === 'emails_stuck') await parts.sendWaitingMails();
    if (incident.kind === 'payments_unreachable') {
      parts.finishPayments().catch((error) => log.error({ err: error }, 'A job failed.'));
    }
    await tell(incident, 'closed');
  }

  async function tell(
    { kind, provider, detail }: Omit<Incident, 'id'>,
    state: 'open' | 'closed',
  ): Promise<void> {
    const words = wordsOf({ kind, provider });
    await alert({ kind, state, detail, ...words, shop: context.origin }).catch((error) =>
      log.warn({ err: error }, 'An alert could not be sent.'),
    );
  }
}

const keyOf = ({ kind, provider }: Pick<Incident, 'kind' | 'provider'>) => `${kind} ${provider}`;

function wordsOf({ kind, provider }: Pick<Incident, 'kind' | 'provider'>) {
  return describeIncident(kind, provider ? serviceOf(provider).method.company : '');
}
