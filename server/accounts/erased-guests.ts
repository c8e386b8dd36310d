import { sql } from 'kysely';
import type { Tables } from '#server/orders/tables.ts';

/** Records, without the address itself, that a guest's data under it was erased. */
export async function recordErasedGuest(tx: Tables, address: string): Promise<void> {
  await sql`insert into private.erased_guests (address_hash)
    values (private.hash_erased_address(${address}))
    on conflict (address_hash) do update set erased_at = now(), noted_at = null, due = false`.execute(
    tx,
  );
}

/** Addresses of erased guests for which a restored backup brought data back. */
export async function findReturnedGuests(db: Tables): Promise<string[]> {
  const due = await db
    .selectFrom('private.erased_guests')
    .select('address_hash')
    .where('due', '=', true)
    .execute();
  if (due.length === 0) return [];
  const { rows } = await sql<{ address: string }>`
    select address from (
      select lower(email) as address from public.orders
      union select lower(btrim(email)) from public.contacts
      union select lower(recipient) from private.email_outbox
      union select lower(email) from public.notes
      union select lower(email) from public.code_reports
      union select lower(email) from public.recall_recipients
    ) as left_by
    where private.hash_erased_address(address) = any(${due.map((guest) => guest.address_hash)}::text[])
  `.execute(db);
  return rows.map(({ address }) => address);
}

export async function forgetReturnedGuests(tx: Tables): Promise<void> {
  await tx
    .updateTable('private.erased_guests')
    .set({ due: false })
    .where('due', '=', true)
    .execute();
}
