import type { Database } from '@liv-fit/backend/database';
import { Gauge, type Registry } from 'prom-client';
import { paymentProviders } from '#server/payments/registry.ts';

/** How long figures are cached, in milliseconds, since several scrapers may ask. */
const goodFor = 5_000;

interface Figures {
  queued: number;
  oldest_queued: number;
  failed: number;
  unpaid: Record<string, number>;
  unfinished: number;
  oldest_unfinished: number;
  events: Record<string, number>;
  payments: Record<string, number>;
  incidents: number;
  findings: Record<string, number>;
  runs: Record<string, number>;
  /** Null if none was made. */
  backup: number | null;
}

/** Reads only indexes, and only the newest rows of large tables. */
const readFigures = `
  with mail as (
    select count(*) filter (where status = 'queued')::integer as queued,
      coalesce(extract(epoch from now() - min(created_at) filter (where status = 'queued')), 0)
        as oldest_queued,
      count(*) filter (where status = 'failed')::integer as failed
    from private.email_outbox
    where status = 'queued' or (status = 'failed' and dismissed_at is null)
  ),
  unpaid as (
    select count(*) filter (where created_at > now() - interval '10 minutes')::integer as new,
      count(*) filter (
        where created_at <= now() - interval '10 minutes' and created_at > now() - interval '80 minutes'
      )::integer as waiting,
      count(*) filter (where created_at <= now() - interval '80 minutes')::integer as old
    from public.orders where payment_status = 'pending'
  ),
  open_event as (
    select count(*)::integer as unfinished,
      coalesce(extract(epoch from now() - min(received_at)), 0) as oldest_unfinished
    from private.provider_events where done_at is null
  ),
  event as (
    select provider, (
      select extract(epoch from max(received_at)) from private.provider_events
      where provider_events.provider = each.provider
    ) as at
    from unnest($1::text[]) as each (provider)
  ),
  payment as (
    select provider, extract(epoch from max(paid_at)) as at
    from (
      select id, paid_at from public.orders where paid_at is not null order by paid_at desc limit 100
    ) as newest
    join public.payments on order_id = newest.id
    group by provider
  ),
  run as (
    select distinct on (kind) kind, jsonb_array_length(findings) as findings,
      extract(epoch from finished_at) as at
    from (select * from public.reconcile_runs order by finished_at desc limit 1000) as newest
    order by kind, finished_at desc
  )
  select mail.*, open_event.*,
    jsonb_build_object(
      'under_10_minutes', unpaid.new, 'under_80_minutes', unpaid.waiting, 'older', unpaid.old
    ) as unpaid,
    (select coalesce(jsonb_object_agg(provider, at) filter (where at is not null), '{}') from event)
      as events,
    (select coalesce(jsonb_object_agg(provider, at), '{}') from payment) as payments,
    (select count(*)::integer from public.incidents where closed_at is null) as incidents,
    (select coalesce(jsonb_object_agg(kind, findings), '{}') from run) as findings,
    (select coalesce(jsonb_object_agg(kind, at), '{}') from run) as runs,
    (select extract(epoch from (value::jsonb ->> 'at')::timestamptz)
      from private.settings where key = 'last_backup') as backup
  from mail, unpaid, open_event`;

/** Gauges for queues and latest events, read from the database when scraped. */
export function measureShop(registry: Registry, database: Pick<Database, 'query' | 'usage'>): void {
  const registers = [registry];
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({
      name: `livfit_${name}`,
      help,
      labelNames,
      registers,
      collect: refresh,
      // Every process reads the same value.
      aggregator: 'max',
    });
  const up = gauge('database_up', '1 while the database answers.');
  new Gauge({
    name: 'livfit_database_calls',
    help: 'Statements and transactions that run, and that wait for a connection.',
    labelNames: ['state'],
    registers,
    collect() {
      const { running, waiting } = database.usage();
      this.set({ state: 'running' }, running);
      this.set({ state: 'waiting' }, waiting);
    },
  });
  const queued = gauge('emails_queued', 'Emails that wait to be sent.');
  const oldestQueued = gauge('emails_oldest_queued_seconds', 'Age of the one that waits longest.');
  const failed = gauge('emails_failed', 'Emails given up and not dismissed.');
  const unpaid = gauge('orders_unpaid', 'Orders started and not decided, by age.', 'age');
  const unfinished = gauge(
    'provider_events_unfinished',
    'Events of payment services that were received and not processed.',
  );
  const oldestUnfinished = gauge(
    'provider_events_oldest_unfinished_seconds',
    'Age of the oldest of them.',
  );
  const events = gauge(
    'provider_last_event_timestamp_seconds',
    'When the last event came, by payment service.',
    'provider',
  );
  const payments = gauge(
    'provider_last_payment_timestamp_seconds',
    'When the last order was paid, by payment service; of the last hundred.',
    'provider',
  );
  const incidents = gauge('incidents_open', 'Incidents that are not over.');
  const findings = gauge(
    'reconcile_findings',
    'What the last round found that needs attention, by kind of round.',
    'kind',
  );
  const runs = gauge(
    'reconcile_last_run_timestamp_seconds',
    'When the last round ended, by kind.',
    'kind',
  );

  const backup = gauge(
    'last_backup_timestamp_seconds',
    'When the newest backup that the shop knows of was begun; 0 while there is none.',
  );

  const set = (target: Gauge, label: string, values: Record<string, number>) => {
    target.reset();
    for (const [value, number] of Object.entries(values)) target.set({ [label]: value }, number);
  };
  let readAt = 0;
  let reading: Promise<void> | null = null;
  /** Refreshes all gauges together, whichever is collected first. */
  async function refresh(): Promise<void> {
    if (Date.now() - readAt < goodFor) return;
    reading ??= read().finally(() => {
      readAt = Date.now();
      reading = null;
    });
    await reading;
  }

  async function read(): Promise<void> {
    try {
      const { rows } = await database.query<Figures>({
        text: readFigures,
        values: [paymentProviders],
      });
      const [now] = rows;
      if (!now) return;
      up.set(1);
      queued.set(now.queued);
      oldestQueued.set(Number(now.oldest_queued));
      failed.set(now.failed);
      set(unpaid, 'age', now.unpaid);
      unfinished.set(now.unfinished);
      oldestUnfinished.set(Number(now.oldest_unfinished));
      set(events, 'provider', now.events);
      set(payments, 'provider', now.payments);
      incidents.set(now.incidents);
      set(findings, 'kind', now.findings);
      set(runs, 'kind', now.runs);
      backup.set(Number(now.backup ?? 0));
    } catch {
      // The other gauges keep their last values; this one says that they are out of date.
      up.set(0);
    }
  }
}
