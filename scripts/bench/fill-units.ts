import type { Database } from '@liv-fit/backend/database';

/** Units per batch, as they are issued and printed. */
export const unitsOfBatch = 10_000;
/** How many of ten units were checked. */
const checkedOfTen = 3;
/** One of this many checked units has a check less than 90 days old. */
const checkKept = 10;

/** A version 4 UUID, the same one every time. */
const uuidOf = (text: string) =>
  `overlay(overlay(md5(${text}) placing '4' from 13) placing '8' from 17)::uuid`;

/** The code of the nth batch that {@link fillUnits} creates, from 1. */
export const batchCodeOf = (n: number) => `MEASURED-${n}`;

/**
 * Fills a migrated database with released batches, their units and past checks, the same ones every
 * time. Instead of an HMAC, each unit has a hash of its number, so no code matches it. Runs as
 * superuser: triggers and foreign keys are off, and indexes are built after the rows are inserted.
 */
export async function fillUnits(database: Database, units: number): Promise<void> {
  const batches = Math.max(1, Math.ceil(units / unitsOfBatch));
  const connection = await database.connect();
  try {
    await connection.exec(`
      set session_replication_role = replica;
      set statement_timeout = 0;
      set maintenance_work_mem = '1GB';
      set synchronous_commit = off;
      insert into public.batches (id, code, product_id, status, made_on, best_before, units_made, released_at)
      select ${uuidOf(`'batch ' || n`)}, 'MEASURED-' || n, (select id from public.products order by id limit 1),
        'released', current_date - 60, current_date + 600, ${unitsOfBatch}, now() - interval '50 days'
      from generate_series(1, ${batches}) as n;

      alter table public.code_checks drop constraint code_checks_unit_id_fkey;
      alter table public.code_reports drop constraint code_reports_unit_id_fkey;
      alter table public.code_alerts drop constraint code_alerts_unit_id_fkey;
      alter table public.unit_codes drop constraint unit_codes_code_hmac_key, drop constraint unit_codes_pkey;
      drop index public.unit_codes_batch_id_idx;
      insert into public.unit_codes (batch_id, code_hmac, key_id, first_checked_at, check_count)
      select ${uuidOf(`'batch ' || 1 + n / ${unitsOfBatch}`)},
        translate(encode(sha256(n::text::bytea), 'base64'), '+/=', '-_'), 'measured',
        case when n % 10 < ${checkedOfTen} then now() - n * interval '1 second' end,
        case when n % 10 < ${checkedOfTen} then 1 else 0 end
      from generate_series(0, ${units - 1}) as n;
      alter table public.unit_codes
        add constraint unit_codes_pkey primary key (id), add constraint unit_codes_code_hmac_key unique (code_hmac);
      create index unit_codes_batch_id_idx on public.unit_codes (batch_id);
      alter table public.code_checks add constraint code_checks_unit_id_fkey
        foreign key (unit_id) references public.unit_codes(id) on delete cascade;
      alter table public.code_reports add constraint code_reports_unit_id_fkey
        foreign key (unit_id) references public.unit_codes(id) on delete set null;
      alter table public.code_alerts add constraint code_alerts_unit_id_fkey
        foreign key (unit_id) references public.unit_codes(id) on delete cascade;

      insert into public.code_checks (checked_at, outcome, batch_id, unit_id, network_hash, browser_hash)
      select now() - (n % 90) * interval '1 day', 'first', batch_id, id,
        translate(encode(sha256(n::text::bytea), 'base64'), '+/=', '-_'),
        translate(encode(sha256((n + 1)::text::bytea), 'base64'), '+/=', '-_')
      from (
        select id, batch_id, row_number() over () as n from public.unit_codes where first_checked_at is not null
      ) as checked
      where n % ${checkKept} = 0;
    `);
  } finally {
    connection.release();
  }
  await database.query({
    text: 'vacuum analyze public.unit_codes, public.code_checks, public.batches',
    answerTimeout: 0,
  });
  await database.query({ text: 'checkpoint', answerTimeout: 0 });
}

/** Creates orders with a line from the batch, by different customers except for one order in ten. */
export async function fillOrdersOf(
  database: Database,
  batchCode: string,
  orders: number,
): Promise<void> {
  const connection = await database.connect();
  try {
    await connection.exec(`
      set session_replication_role = replica;
      insert into public.orders
        (id, name, email, address, order_items, total_amount, subtotal_amount, status, payment_status, paid_at)
      select ${uuidOf(`'order ' || n`)}, 'Customer ' || n, 'customer' || n - (n % 10 = 0)::int || '@mail.example',
        n || ' Ridge Road, Denver', jsonb_build_array(jsonb_build_object(
          'id', n, 'name', 'Resin', 'weight', '30g', 'price', 10, 'quantity', 1)), 10, 10, 'shipped', 'paid', now()
      from generate_series(1, ${orders}) as n;
      insert into public.order_line_batches (order_id, line, batch_id)
      select ${uuidOf(`'order ' || n`)}, 0, (select id from public.batches where code = '${batchCode}')
      from generate_series(1, ${orders}) as n;
    `);
  } finally {
    connection.release();
  }
  await database.query({
    text: 'vacuum analyze public.orders, public.order_line_batches',
    answerTimeout: 0,
  });
}
