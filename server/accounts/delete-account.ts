import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import { orderPlaceholders } from '#domain/order.ts';
import { accountDeletedMail } from '#emails/account-deleted.ts';
import { adminAccounts } from '#server/admins/admin-accounts.ts';
import { emailStatement } from '#server/email/queue-email.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { setAuditActor } from '#server/orders/set-audit-actor.ts';
import type { Tables } from '#server/orders/tables.ts';
import type { Accounts } from './accounts.ts';
import { updateInChunks } from './update-in-chunks.ts';

export type DeletedAccount = 'deleted' | 'admin_account' | 'not_found';

/**
 * Deletes the account. Its orders, and guest orders placed with an email address that it confirmed,
 * are kept for the books (what, when, how much, how it was paid) without saying whose they were.
 * The cart, messages, recovery codes, sessions, email texts and sign-in log entries are deleted. If
 * it fails, calling it again finishes the job. The customer is notified by email unless `tell` is
 * false: a restored backup may bring back an account whose owner was already notified. `erasedBy`:
 * the team member who did it.
 */
export async function deleteAccount(
  context: OrderContext,
  accounts: Accounts,
  userId: string,
  { tell = true, erasedBy }: { tell?: boolean; erasedBy?: string | null } = {},
): Promise<DeletedAccount> {
  const site = await context.site();
  const found = await findPerson(context.db, userId);
  if (typeof found === 'string') return found;
  const forgotten = await forgetInSteps(context, found, erasedBy);
  const outcome = await context.db.transaction().execute(async (tx): Promise<DeletedAccount> => {
    const person = await findPerson(tx, userId);
    if (typeof person === 'string') return person;
    if (erasedBy !== undefined) await setAuditActor(tx, erasedBy);
    await forgetPerson(tx, person, forgotten);
    await tx
      .insertInto('private.erasures')
      .values({ account_id: userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    if (person.mailbox && tell) {
      const mail = accountDeletedMail(site, context.origin);
      const { text, values = [] } = emailStatement({
        dedupeKey: `account:${userId}:deleted`,
        recipient: person.mailbox,
        secret: true,
        ...mail,
      });
      await tx.executeQuery(CompiledQuery.raw(text, [...values]));
    }
    return 'deleted';
  });
  if (outcome === 'deleted') {
    await forgetLatecomers(context.db, found, forgotten);
    await accounts.remove(userId);
    await forgetLatecomers(context.db, found, forgotten);
    await forgetLastDeletions(context.db);
  }
  return outcome;
}

/**
 * What belongs to the account, or why it can't be deleted. `mailbox` is its confirmed address with
 * its original spelling.
 */
async function findPerson(
  db: Tables,
  userId: string,
): Promise<(Person & { mailbox: string | null }) | 'admin_account' | 'not_found'> {
  const user = await db
    .selectFrom('auth.users')
    .select(['email', 'email_confirmed_at', 'email_change'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user) return 'not_found';
  // The last admin can't delete their account by mistake.
  if ((await adminAccounts(db)).some(({ id }) => id === userId)) return 'admin_account';
  // Anything done under an unconfirmed email address may belong to someone else.
  const mailbox = user.email_confirmed_at ? user.email || null : null;
  const former = await formerAddresses(db, userId);
  return {
    userId,
    addresses: [...former, ...(mailbox ? [mailbox.toLowerCase()] : [])],
    wantedAddress: user.email_change?.toLowerCase() || null,
    mailbox,
  };
}

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
      const orderIds = await findOrders(tx, person, maxOrders);
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
  await forgetOrders(tx, await findOrders(tx, person));
  await forgetMails(tx, mailedTo(person));
  await forgetLinks(tx, sql`lower(customer ->> 'email') = any(${person.addresses}::text[])`);
  await forgetTraces(tx, person, since);
  await forgetMessages(tx, person, since);
  await forgetChanges(tx, person, changes);
  // Updates the customer list now instead of waiting for the next run of the job.
  await sql`select private.sum_customers(${person.addresses}::text[])`.execute(tx);
}

/** Erases what requests under way have stored meanwhile: an order, or a message. */
function forgetLatecomers(
  db: Tables,
  person: Person,
  { since, changes }: Forgotten,
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await forgetOrders(tx, await findOrders(tx, person));
    await forgetMessages(tx, person, since);
    await forgetChanges(tx, person, changes);
  });
}

/** How far `forgetInSteps` got. */
interface Forgotten {
  /** Anything logged or emailed since then still has to be searched. */
  since: Date;
  /** The last change log entry that it read. */
  changes: string | null;
}

/** Orders to anonymize per transaction. */
const maxOrders = 200;

interface Person {
  /** Null for a guest, who is identified by address alone. */
  userId: string | null;
  /** Every address that the account has ever confirmed, in lowercase. */
  addresses: readonly string[];
  /** A new address it has requested, in lowercase; it may belong to somebody else. */
  wantedAddress: string | null;
}

/**
 * Addresses that the account had confirmed and later gave up, except those that are another
 * account's now.
 */
async function formerAddresses(tx: Tables, userId: string): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select former.address from private.former_addresses as former
    where former.user_id = ${userId} and not exists (
      select from auth.users as other
      where lower(other.email) = former.address and other.email_confirmed_at is not null
    )`.execute(tx);
  return rows.map(({ address }) => address);
}

/**
 * By address alone, this includes orders that an account paid for under that address, as reported
 * by the payment service.
 */
async function findOrders(
  tx: Tables,
  { userId, addresses }: Person,
  limit: number | null = null,
): Promise<string[]> {
  const ofAddresses = sql<boolean>`lower(email) = any(${addresses}::text[])`;
  const found = await tx
    .selectFrom('orders')
    .select('id')
    .where((where) =>
      userId === null
        ? ofAddresses
        : where.or([
            where('user_id', '=', userId),
            where.and([where('user_id', 'is', null), ofAddresses]),
          ]),
    )
    .limit(limit)
    .execute();
  return found.map(({ id }) => id);
}

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

const mailedTo = ({ userId, addresses, wantedAddress }: Person) =>
  sql<boolean>`(lower(recipient) = any(${addresses}::text[])
    or (lower(recipient) = ${wantedAddress} and dedupe_key like 'auth:email_change:%')
    or (${userId}::text is not null and dedupe_key like ${`account:${userId}:%`}))`;

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
    .where(sql<boolean>`lower(btrim(email)) = any(${person.addresses}::text[])`)
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
  const ofThem = (column: RawBuilder<unknown>) =>
    sql<boolean>`${column} = any(${addresses}::text[])`;
  await tx.deleteFrom('private.admin_invitations').where(ofThem(sql`lower(email)`)).execute();
  // Keep whether a recall reached the recipient, but not who it was.
  await tx
    .updateTable('recall_recipients')
    .set({ email: null, name: null, token_hash: null })
    .where(ofThem(sql`email`))
    .execute();
  // The report about a batch or jar stays, but no longer says who sent it or what they wrote.
  await tx
    .updateTable('code_reports')
    .set({ email: null, message: removedReport, bought_at: null, pictures: [] })
    .where(ofThem(sql`lower(email)`))
    .execute();
  await tx.deleteFrom('notes').where(ofThem(sql`email`)).execute();
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

async function forgetLastDeletions(db: Tables): Promise<void> {
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
