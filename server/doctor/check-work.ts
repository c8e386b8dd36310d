import { sql } from 'kysely';
import { countDueErasures } from '#server/backups/erase-again.ts';
import type { Tables } from '#server/orders/tables.ts';
import { type Finding, fault, ok } from './finding.ts';

interface Work {
  queued: number;
  oldest_minutes: number;
  failed: number;
  reconciled_minutes: number | null;
  findings: number;
}

/**
 * Emails that are waiting, whether payments are being checked, and erased data that is still there.
 */
export async function checkWork(db: Tables): Promise<Finding[]> {
  const { rows } = await sql<Work>`
    with mail as (
      select count(*) filter (where status = 'queued')::integer as queued,
        coalesce(floor(extract(epoch from
          now() - min(created_at) filter (where status = 'queued')) / 60), 0)::integer as oldest_minutes,
        count(*) filter (where status = 'failed')::integer as failed
      from private.email_outbox
      where status = 'queued' or (status = 'failed' and dismissed_at is null)
    ),
    run as (
      select distinct on (kind) kind, finished_at, (
        select count(*) from jsonb_array_elements(findings) as finding
        -- Late, but settled.
        where finding ->> 'kind' <> 'settled_late'
      ) as findings
      from public.reconcile_runs order by kind, finished_at desc
    )
    select mail.*,
      (select floor(extract(epoch from now() - finished_at) / 60)::integer
        from run where kind = 'reconcile') as reconciled_minutes,
      (select coalesce(sum(findings), 0)::integer from run) as findings
    from mail
  `.execute(db);
  const [work] = rows;
  const erasures = describeErasures(await countDueErasures(db));
  return work ? [describeMails(work), ...describePayments(work), ...erasures] : [];
}

function describeErasures(due: number): Finding[] {
  if (due === 0) return [];
  const who = due === 1 ? 'One erased account or guest is' : `${due} erased accounts or guests are`;
  return [
    fault('erasures', `${who} still here. It is tried again every five minutes; the log says why.`),
  ];
}

function describeMails({ queued, oldest_minutes, failed }: Work): Finding {
  const about = 'emails that wait';
  if (oldest_minutes >= 10) {
    return fault(
      about,
      `${queued} wait, one for ${oldest_minutes} minutes: is the mail server responding?`,
    );
  }
  if (failed > 0) return fault(about, `${failed} were given up: see Failed Emails.`);
  return ok(about, queued === 0 ? 'none' : `${queued}`);
}

function describePayments({ reconciled_minutes, findings }: Work): Finding[] {
  const about = 'payments compared';
  if (reconciled_minutes === null) {
    return [ok(about, 'not yet; ten seconds after a start for the first time')];
  }
  if (reconciled_minutes >= 20) {
    return [fault(about, `The last time was ${reconciled_minutes} minutes ago: restart the shop.`)];
  }
  if (findings > 0) {
    return [fault(about, `${findings} things need attention: npm run reconcile names them.`)];
  }
  return [ok(about, `every five minutes, the last time ${reconciled_minutes} minutes ago`)];
}
