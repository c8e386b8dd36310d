import { sql } from 'kysely';
import type { IncidentKind } from '#domain/incident.ts';
import type { BackupPlace } from '#server/backups/backup-place.ts';
import { readFailure, readLastBackup } from '#server/backups/last-backup.ts';
import type { MailTransport } from '#server/email/mail-transport.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import type { PaymentProviderName } from '#server/payments/registry.ts';

export interface Trouble {
  kind: Exclude<IncidentKind, 'webhooks_silent'>;
  provider: PaymentProviderName | null;
  detail: string;
}

export interface WatchedParts {
  context: OrderContext;
  transport: Pick<MailTransport, 'verify'>;
  /** Free space on DATA_DIR's disk; null when unknown. */
  freeBytes: () => Promise<number | null>;
  /** Only if the database is on another machine. */
  hasOtherClock: boolean;
  /** When this process started: nothing was checked before then. */
  startedAt: Date;
  /** Where backups are stored; null without automatic backups. */
  backupPlace: Pick<BackupPlace, 'address' | 'freeBytes'> | null;
  /** The machine's name, since each has its own disk and clock. */
  machine: string;
}

const megabyte = 1024 * 1024;
/** Warn below this; below 50 MB the shop refuses requests. */
const leastFree = 500 * megabyte;
const maxSkewSeconds = 30;
const reconcilerPatienceMs = 20 * 60_000;
const backupPatienceMs = 26 * 60 * 60_000;
/** Warn if the backup disk has less free space than this. */
const leastFreeForBackups = 50 * megabyte;

interface Figures {
  retried_mails: number;
  stuck_events: Record<string, number>;
  reconciled_ago: number | null;
  is_held: boolean;
  clock: number;
}

/** Current problems. Calls the providers in `doubted` to see whether they respond. */
export async function findTroubles(
  parts: WatchedParts,
  doubted: Iterable<PaymentProviderName>,
): Promise<Trouble[]> {
  const { context, transport, freeBytes, hasOtherClock, startedAt, machine } = parts;
  const troubles: Trouble[] = [];
  const find = (kind: Trouble['kind'], detail: string, provider: Trouble['provider'] = null) =>
    troubles.push({ kind, provider, detail });

  const asked = Date.now();
  const { rows } = await sql<Figures>`
    select
      (select count(*) from private.email_outbox where status = 'queued' and tries > 0)::integer
        as retried_mails,
      (
        select coalesce(jsonb_object_agg(provider, waiting), '{}') from (
          select provider, count(*) as waiting from private.provider_events
          where done_at is null and tries > 0
            and received_at between now() - interval '3 days' and now() - interval '30 seconds'
          group by provider
        ) as stuck
      ) as stuck_events,
      extract(epoch from now() - (
        select max(finished_at) from public.reconcile_runs where kind = 'reconcile'
      ))::float8 as reconciled_ago,
      exists (select from private.restores where confirmed_at is null) as is_held,
      extract(epoch from clock_timestamp())::float8 as clock
  `.execute(context.db);
  const [figures] = rows;
  if (!figures) return [];
  const middle = (asked + Date.now()) / 2_000;

  if (figures.retried_mails > 0 && !figures.is_held && transport.verify) {
    const reason = await transport.verify().then(
      () => null,
      (error) => (error instanceof Error ? error.message : String(error)),
    );
    const waiting =
      figures.retried_mails === 1 ? 'One email waits' : `${figures.retried_mails} emails wait`;
    if (reason !== null) find('emails_stuck', `${waiting}: ${reason}.`);
  }
  for (const [provider, waiting] of Object.entries(figures.stuck_events)) {
    const events = waiting === 1 ? 'One event waits.' : `${waiting} events wait.`;
    find('events_stuck', events, provider as PaymentProviderName);
  }
  for (const provider of doubted) {
    const answer = await context.providers[provider]?.listReversed(context.now());
    if (answer?.kind === 'unavailable') find('payments_unreachable', 'No answer.', provider);
    else if (answer?.kind === 'refused' && answer.keysRefused) {
      find('payments_unreachable', 'It refuses the shop’s keys.', provider);
    }
  }
  const minutesAgo = Math.floor((figures.reconciled_ago ?? 0) / 60);
  const isOld = context.now().getTime() - startedAt.getTime() > reconcilerPatienceMs;
  const isHeld = figures.is_held;
  const unbacked = isHeld ? null : await findUnbacked(parts, isOld);
  if (unbacked) find('backup_missing', unbacked);
  if (isOld && !isHeld && minutesAgo >= 20)
    find('reconciler_stopped', `The last check was ${minutesAgo} minutes ago.`);
  const free = await freeBytes();
  if (free !== null && free < leastFree) {
    find('disk_low', `${machine}: ${Math.floor(free / megabyte)} MB are free.`);
  }
  const skew = Math.round(Math.abs(figures.clock - middle));
  if (hasOtherClock && skew > maxSkewSeconds) {
    find('clock_wrong', `${machine}: they are ${skew} seconds apart.`);
  }
  return troubles;
}

/** Why there is no backup today, or won't be one tomorrow; null if all is well. */
async function findUnbacked(
  { backupPlace, context }: Pick<WatchedParts, 'backupPlace' | 'context'>,
  isOld: boolean,
): Promise<string | null> {
  if (!backupPlace) return null;
  const failure = await readFailure(context.db);
  if (failure) return `The last try failed: ${failure.reason}`;
  const last = await readLastBackup(context.db);
  const free = await backupPlace.freeBytes();
  const needed = Math.max(leastFreeForBackups, 1.2 * (last?.bytes ?? 0));
  if (free !== null && free < needed) {
    const [has, takes] = [free, needed].map((bytes) => Math.ceil(bytes / megabyte));
    return `${backupPlace.address} has ${has} MB left, and the next one may need ${takes} MB.`;
  }
  if (!isOld) return null;
  const age = context.now().getTime() - (last?.at.getTime() ?? 0);
  if (age <= backupPatienceMs) return null;
  return last ? `The last one is from ${last.at.toISOString()}.` : 'There is none yet.';
}
