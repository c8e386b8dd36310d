import { type RawBuilder, sql } from 'kysely';
import { orderPlaceholders } from '#domain/order.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { setAuditActor } from '#server/orders/set-audit-actor.ts';
import type { Tables } from '#server/orders/tables.ts';
import { cameFrom, isOpenOrder, lockOrdersOf, type Person } from './person.ts';
import { updateInChunks } from './update-in-chunks.ts';

/**
 * Erases ahead of time what may take long and is safe to repeat: what the logs and team emails say
 * about a person, and their details in all but the last few of very many orders. Others get their
 * turn in between.
 */
export async function forgetInSteps(
  { db, now }: Pick<OrderContext, 'db' | 'now'>,
  person: Person,
  erasedBy?: string | null,
): Promise<Forgotten> {
  // A transaction that began earlier may be about to commit.
  const since = new Date(now().getTime() - 60_000);
  const changes = await forgetChanges(db, person, null);
  if (await mayWrite(db, 'auth.audit_log_entries')) {
    await updateInChunks(db, {
      table: 'auth.audit_log_entries',
      matches: namesPerson(sql`payload::text`, person),
      change: (ids) => sql`delete from auth.audit_log_entries where id = any(${ids})`.execute(db),
    });
  }
  await updateInChunks(db, {
    table: 'private.email_outbox',
    matches: tellsOf(person),
    rows: 50,
    change: (ids) => forgetTeamMails(db, sql`id = any(${ids})`),
  });
  let isLeft = true;
  while (isLeft) {
    isLeft = await db.transaction().execute(async (tx) => {
      const orderIds = await lockOrdersOf(tx, person, maxOrders);
      if (orderIds.length < maxOrders) return false;
      if (erasedBy !== undefined) await setAuditActor(tx, erasedBy);
      await forgetOrders(tx, orderIds);
      return true;
    });
  }
  return { since, changes };
}

/**
 * Erases everything about a person except the account itself, which the account service deletes
 * last. Does not search again for what `forgetInSteps` has already erased.
 */
export async function forgetPerson(
  tx: Tables,
  person: Person,
  { since, changes }: Forgotten,
): Promise<void> {
  await forgetOrders(tx, await lockOrdersOf(tx, person));
  await forgetMails(tx, mailedTo(person));
  await forgetLinks(tx, cameFrom(person, sql`lower(customer ->> 'email')`));
  await forgetTraces(tx, person, since);
  await forgetMessages(tx, person, since);
  await forgetChanges(tx, person, changes);
  // Updates the customer list now instead of waiting for the next run of the job.
  await sql`select private.sum_customers(${person.addresses}::text[])`.execute(tx);
}

/** Erases what requests under way have stored meanwhile: an order, or a message. */
export function forgetLatecomers(
  db: Tables,
  person: Person,
  { since, changes }: Forgotten,
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await forgetOrders(tx, await lockOrdersOf(tx, person));
    await forgetMessages(tx, person, since);
    await forgetChanges(tx, person, changes);
  });
}

/** How far `forgetInSteps` got. */
export interface Forgotten {
  /** Anything logged or emailed since then still has to be searched. */
  since: Date;
  /** The last change log entry that it read. */
  changes: string | null;
}

/** Orders to anonymize per transaction. */
const maxOrders = 200;

async function forgetOrders(tx: Tables, orderIds: string[]): Promise<void> {
  if (orderIds.length === 0) return;
  await forgetMails(tx, sql`order_id = any(${orderIds}::uuid[])`);
  await anonymizeOrders(tx, orderIds);
  await forgetLinks(tx, sql`adds_to = any(${orderIds}::uuid[])`);
}

async function anonymizeOrders(tx: Tables, orderIds: string[]): Promise<void> {
  const { deletedName, deletedEmail, deletedAddress } = orderPlaceholders;
  await tx
    .updateTable('orders')
    .set({
      user_id: null,
      name: deletedName,
      email: deletedEmail,
      phone: '',
      address: deletedAddress,
      // Figures by country go on counting the order there.
      ship_country: sql`nullif(private.country_of_order(ship_country, address), '')`,
      ship_postal_code: null,
    })
    .where('id', 'in', orderIds)
    .execute();
  await tx.deleteFrom('private.order_links').where('order_id', 'in', orderIds).execute();
  await tx.deleteFrom('notes').where('order_id', 'in', orderIds).execute();
  await tx
    .updateTable('manual_orders')
    .set({ reason: '…' })
    .where('kind', '=', 'replacement')
    .where('order_id', 'in', orderIds)
    .execute();
}

/** Payment links keep their lines, but can no longer be paid. */
async function forgetLinks(tx: Tables, which: RawBuilder<boolean>): Promise<void> {
  await tx
    .updateTable('payment_links')
    .set(({ fn, val }) => ({
      customer: null,
      cancelled_at: fn.coalesce('cancelled_at', val(new Date())),
    }))
    .where('order_id', 'is', null)
    .where(which)
    .execute();
}

export const deletedKey = (userId: string | null) => `account:${userId}:deleted`;

/** Once sent, the email that says so keeps its row, by which another try sends no second one. */
const mailedTo = (person: Person) => {
  const { userId, wantedAddress, keepsOpenOrders } = person;
  const ofOpenOrder = sql<boolean>`exists (
    select from public.orders as kept where kept.id = order_id and ${isOpenOrder})`;
  // A former address is told that it was given up.
  const soonAfter = sql`created_at - interval '1 hour'`;
  return sql<boolean>`(${cameFrom(person, sql`lower(recipient)`, soonAfter)}
    or (lower(recipient) = ${wantedAddress} and dedupe_key like 'auth:email_change:%')
    or (${userId}::text is not null and dedupe_key like ${`account:${userId}:%`}))
    and not (${keepsOpenOrders}::boolean and ${ofOpenOrder})
    and not (dedupe_key = ${deletedKey(userId)} and status = 'sent')`;
};

/**
 * An order's email keeps its row, which prevents a second send, but loses its recipient and text.
 */
async function forgetMails(tx: Tables, which: RawBuilder<boolean>): Promise<void> {
  await tx.deleteFrom('private.email_outbox').where('order_id', 'is', null).where(which).execute();
  await tx
    .updateTable('private.email_outbox')
    .set({
      recipient: orderPlaceholders.deletedEmail,
      subject: '',
      html: '',
      text: '',
      last_error: null,
      leased_until: null,
      dismissed_at: sql<Date>`now()`,
      status: sql<string>`case when status = 'sent' then 'sent' else 'failed' end`,
    })
    .where(which)
    .execute();
}

/** Deletes messages sent from the addresses, and what the emails to the team say about them. */
async function forgetMessages(tx: Tables, person: Person, since: Date): Promise<void> {
  const messages = await tx
    .deleteFrom('contacts')
    .where(cameFrom(person, sql`lower(btrim(email))`))
    .returning('id')
    .execute();
  const keys = messages.map(({ id }) => `contact:${id}`);
  await forgetTeamMails(tx, sql`dedupe_key = any(${keys}::text[])`);
  await forgetTeamMails(tx, sql`created_at >= ${since} and ${tellsOf(person)}`);
}

/** An email to the team may cover several messages, and outlive some that were deleted earlier. */
const tellsOf = ({ addresses }: Person) =>
  sql<boolean>`dedupe_key like 'contact:%' and ${holdsOneOf(sql`text || html`, addresses)}`;

async function forgetTeamMails(db: Tables, which: RawBuilder<boolean>): Promise<void> {
  const removed = 'A message was deleted together with the account of its sender.';
  const text = `${removed} If others wrote as well, you find their messages in the admin area.`;
  await db
    .updateTable('private.email_outbox')
    .set({ subject: removed, html: `<p>${text}</p>`, text, last_error: null })
    .where(which)
    .execute();
}

const removedReport = 'The text was deleted together with the details of its sender.';

/**
 * What other tables recorded besides the account, and the account's own rows that have no foreign
 * key.
 */
async function forgetTraces(tx: Tables, person: Person, since: Date): Promise<void> {
  const { userId, addresses } = person;
  if (userId && (await mayWrite(tx, 'storage.objects'))) {
    await sql`update storage.objects set owner = null, owner_id = null
      where owner_id = ${userId}`.execute(tx);
  }
  if (userId && (await mayWrite(tx, 'auth.flow_state'))) {
    await sql`delete from auth.flow_state where user_id = ${userId}`.execute(tx);
  }
  if (await mayWrite(tx, 'auth.audit_log_entries')) {
    await sql`delete from auth.audit_log_entries
      where created_at >= ${since} and ${namesPerson(sql`payload::text`, person)}`.execute(tx);
  }
  await tx
    .deleteFrom('private.admin_invitations')
    .where(cameFrom(person, sql`lower(email)`))
    .execute();
  // Keep whether a recall reached the recipient, but not who it was.
  await tx
    .updateTable('recall_recipients')
    .set({ email: null, name: null, token_hash: null })
    .where(sql<boolean>`email = any(${addresses}::text[])`)
    .execute();
  // The report about a batch or jar stays, but no longer says who sent it or what they wrote.
  await tx
    .updateTable('code_reports')
    .set({ email: null, message: removedReport, bought_at: null, pictures: [] })
    .where(cameFrom(person, sql`lower(email)`))
    .execute();
  await tx.deleteFrom('notes').where(cameFrom(person, sql`email`)).execute();
}

/**
 * Whether JSON contains the account's id or one of the addresses as a whole value. A text that
 * merely contains an address is the shop's own, and a longer address is somebody else's.
 */
const namesPerson = (json: RawBuilder<unknown>, { userId, addresses }: Person) =>
  holdsOneOf(
    json,
    [...(userId ? [userId] : []), ...addresses].map((trace) => JSON.stringify(trace)),
  );

/**
 * Whether a text contains one of `parts` (lowercase), ignoring case. Written so that the text is
 * lowercased only once.
 */
function holdsOneOf(text: RawBuilder<unknown>, parts: readonly string[]): RawBuilder<boolean> {
  const patterns = parts.map((part) => `%${part.replace(/[\\%_]/g, '\\$&')}%`);
  return sql<boolean>`lower(${text}) like any(${patterns}::text[])`;
}

/** Anonymizes change log entries after the given one. Returns the last one read. */
function forgetChanges(db: Tables, person: Person, after: string | null): Promise<string | null> {
  const { userId, addresses } = person;
  const quoted = addresses
    .map((address) => JSON.stringify(address).slice(1, -1))
    .map((address) => address.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const hide = (column: string) =>
    addresses.length === 0
      ? sql.ref(column)
      : sql`regexp_replace(${sql.ref(column)}::text, ${`"(?:${quoted.join('|')})"`}, '"…"', 'gi')::jsonb`;
  const texts = sql`coalesce(before::text, '') || coalesce(after::text, '')`;
  return updateInChunks(db, {
    table: 'public.audit_log',
    after,
    matches: sql`coalesce(actor_id = ${userId}::uuid and actor_email is not null, false)
      or ${namesPerson(texts, { ...person, userId: null })}`,
    change: (ids) =>
      sql`update public.audit_log set
        actor_email = case when actor_id = ${userId}::uuid then null else actor_email end,
        before = ${hide('before')}, after = ${hide('after')}
      where id = any(${ids})`.execute(db),
  });
}

/**
 * A hosted project's sign-in log records a deletion with the email address; this leaves only the
 * account's id. Run as housekeeping, in case a process ended before doing it itself.
 */
export async function forgetDeletions(db: Tables, signal?: AbortSignal): Promise<void> {
  if (!(await mayWrite(db, 'auth.audit_log_entries'))) return;
  await updateInChunks(db, {
    table: 'auth.audit_log_entries',
    matches: tellsWhoWasDeleted,
    change: (ids) => keepOnlyIds(db, sql`id = any(${ids})`),
    signal,
  });
}

export async function forgetLastDeletions(db: Tables): Promise<void> {
  if (!(await mayWrite(db, 'auth.audit_log_entries'))) return;
  await keepOnlyIds(db, sql`created_at > now() - interval '1 hour' and ${tellsWhoWasDeleted}`);
}

const tellsWhoWasDeleted = sql<boolean>`payload ->> 'action' = 'user_deleted'
  and (payload -> 'traits')::jsonb - 'user_id' <> '{}'::jsonb`;

const keepOnlyIds = (db: Tables, which: RawBuilder<boolean>) =>
  sql`update auth.audit_log_entries
    set payload = jsonb_set(payload::jsonb, '{traits}',
      jsonb_build_object('user_id', payload -> 'traits' -> 'user_id'))::json
    where ${which}`.execute(db);

/** A hosted project doesn't give us write access to all of its own tables. */
async function mayWrite(db: Tables, table: string): Promise<boolean> {
  const { rows } = await sql<{ allowed: boolean }>`
    select has_table_privilege(${table}, 'update') and has_table_privilege(${table}, 'delete')
      as allowed`.execute(db);
  return rows[0]?.allowed ?? false;
}
