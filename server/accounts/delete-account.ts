import { CompiledQuery, sql } from 'kysely';
import { orderPlaceholders } from '#domain/order.ts';
import { accountDeletedMail } from '#emails/account-deleted.ts';
import { adminAccounts } from '#server/admins/admin-accounts.ts';
import { emailStatement } from '#server/email/queue-email.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { setAuditActor } from '#server/orders/set-audit-actor.ts';
import type { Tables } from '#server/orders/tables.ts';
import type { Accounts } from './accounts.ts';

export type DeletedAccount = 'deleted' | 'admin_account' | 'not_found';

/**
 * Deletes the account. Its orders, and guest orders placed with an email address that it confirmed,
 * stay for the books (what, when, how much, how it was paid) and no longer say whose they were;
 * cart, messages, recovery codes, sessions, the texts of emails and the lines of the sign-in log
 * go. Calling it again after a failure finishes the job. The customer is told by email unless `tell` is
 * false: a backup that was restored may bring back an account of which that was said already. `erasedBy`: who of
 * the team did it.
 */
export async function deleteAccount(
  context: OrderContext,
  accounts: Accounts,
  userId: string,
  { tell = true, erasedBy }: { tell?: boolean; erasedBy?: string | null } = {},
): Promise<DeletedAccount> {
  const site = await context.site();
  const outcome = await context.db.transaction().execute(async (tx): Promise<DeletedAccount> => {
    const user = await tx
      .selectFrom('auth.users')
      .select(['email', 'email_confirmed_at', 'email_change'])
      .where('id', '=', userId)
      .executeTakeFirst();
    if (!user) return 'not_found';
    if (erasedBy !== undefined) await setAuditActor(tx, erasedBy);
    // The last admin can't delete their account by mistake.
    if ((await adminAccounts(tx)).some(({ id }) => id === userId)) return 'admin_account';
    // What was done under an unconfirmed email address may belong to someone else.
    const address = user.email && user.email_confirmed_at ? user.email.toLowerCase() : null;
    const former = await formerAddresses(tx, userId);
    const person = {
      userId,
      addresses: [...former, ...(address ? [address] : [])],
      wantedAddress: user.email_change?.toLowerCase() || null,
    };
    await forgetPerson(tx, person);
    await tx
      .insertInto('private.erasures')
      .values({ account_id: userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    if (address && tell) {
      const mail = accountDeletedMail(site, context.origin);
      const { text, values = [] } = emailStatement({
        dedupeKey: `account:${userId}:deleted`,
        recipient: user.email ?? address,
        secret: true,
        ...mail,
      });
      await tx.executeQuery(CompiledQuery.raw(text, [...values]));
    }
    return 'deleted';
  });
  if (outcome === 'deleted') {
    await accounts.remove(userId);
    await forgetDeletions(context.db);
  }
  return outcome;
}

/** Deletes everything of a person except the account, which the account service deletes last. */
export async function forgetPerson(tx: Tables, person: Person): Promise<void> {
  const orderIds = await findOrders(tx, person);
  await forgetMails(tx, person, orderIds);
  await anonymizeOrders(tx, orderIds);
  await forgetLinks(tx, person, orderIds);
  await forgetTraces(tx, person);
  await forgetMessages(tx, person);
  // Their rows among the customers go at once, not with the next round of the job.
  await sql`select private.sum_customers(${person.addresses}::text[])`.execute(tx);
}

interface Person {
  /** Null for a guest, who is known by address alone. */
  userId: string | null;
  /** What the account has confirmed at any time, in lowercase. */
  addresses: readonly string[];
  /** New addresses it requested, in lowercase; they may belong to somebody else. */
  wantedAddress: string | null;
}

/** Addresses that the account had confirmed and gave up, but for those that are another's by now. */
async function formerAddresses(tx: Tables, userId: string): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select former.address from private.former_addresses as former
    where former.user_id = ${userId} and not exists (
      select from auth.users as other
      where lower(other.email) = former.address and other.email_confirmed_at is not null
    )`.execute(tx);
  return rows.map(({ address }) => address);
}

/** Of an address alone, also what an account paid for under it: the payment service's word counts there. */
async function findOrders(tx: Tables, { userId, addresses }: Person): Promise<string[]> {
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
    .execute();
  return found.map(({ id }) => id);
}

async function anonymizeOrders(tx: Tables, orderIds: string[]): Promise<void> {
  if (orderIds.length === 0) return;
  const { deletedName, deletedEmail, deletedAddress } = orderPlaceholders;
  await tx
    .updateTable('orders')
    .set({
      user_id: null,
      name: deletedName,
      email: deletedEmail,
      phone: '',
      address: deletedAddress,
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
async function forgetLinks(tx: Tables, { addresses }: Person, orderIds: string[]): Promise<void> {
  await tx
    .updateTable('payment_links')
    .set(({ fn, val }) => ({
      customer: null,
      cancelled_at: fn.coalesce('cancelled_at', val(new Date())),
    }))
    .where('order_id', 'is', null)
    .where(
      sql<boolean>`(lower(customer ->> 'email') = any(${addresses}::text[])
        or adds_to = any(${orderIds}::uuid[]))`,
    )
    .execute();
}

/** An order's email keeps its row, by which none goes out twice, and loses what it said to whom. */
async function forgetMails(
  tx: Tables,
  { userId, addresses, wantedAddress }: Person,
  orderIds: string[],
): Promise<void> {
  const ofThem = sql<boolean>`(order_id = any(${orderIds}::uuid[])
    or lower(recipient) = any(${addresses}::text[])
    or (lower(recipient) = ${wantedAddress} and dedupe_key like 'auth:email_change:%')
    or (${userId}::text is not null and dedupe_key like ${`account:${userId}:%`}))`;
  await tx.deleteFrom('private.email_outbox').where('order_id', 'is', null).where(ofThem).execute();
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
    .where(ofThem)
    .execute();
}

/** The messages sent from the addresses, and what the team has not yet been emailed of them. */
async function forgetMessages(tx: Tables, { addresses }: Person): Promise<void> {
  const messages = await tx
    .deleteFrom('contacts')
    .where(sql<boolean>`lower(btrim(email)) = any(${addresses}::text[])`)
    .returning('id')
    .execute();
  const removed = 'A message was deleted together with the account of its sender.';
  await tx
    .updateTable('private.email_outbox')
    .set({ subject: removed, html: `<p>${removed}</p>`, text: removed, last_error: null })
    .where('dedupe_key', 'like', 'contact:%')
    .where((where) =>
      where.or([
        sql<boolean>`dedupe_key = any(${messages.map(({ id }) => `contact:${id}`)}::text[])`,
        // One email may tell of several messages, and outlive those that were deleted before.
        sql<boolean>`exists (
          select from unnest(${addresses}::text[]) as each (address)
          where strpos(lower(text || html), address) > 0
        )`,
      ]),
    )
    .execute();
}

const removedReport = 'The text was deleted together with the details of its sender.';

/** What other tables noted beside the account, and the account's own rows without a foreign key. */
async function forgetTraces(tx: Tables, { userId, addresses }: Person): Promise<void> {
  await sql`update public.audit_log set actor_email = null where actor_id = ${userId}::uuid`.execute(
    tx,
  );
  if (userId && (await mayWrite(tx, 'storage.objects'))) {
    await sql`update storage.objects set owner = null, owner_id = null
      where owner_id = ${userId}`.execute(tx);
  }
  if (userId && (await mayWrite(tx, 'auth.flow_state'))) {
    await sql`delete from auth.flow_state where user_id = ${userId}`.execute(tx);
  }
  const mentions = (text: string) =>
    sql<boolean>`exists (
      select from unnest(${[...(userId ? [userId] : []), ...addresses]}::text[]) as each (trace)
      where strpos(lower(${sql.raw(text)}), trace) > 0
    )`;
  if (await mayWrite(tx, 'auth.audit_log_entries')) {
    await sql`delete from auth.audit_log_entries where ${mentions('payload::text')}`.execute(tx);
  }
  for (const address of addresses) await forgetAddress(tx, address);
}

async function forgetAddress(tx: Tables, address: string): Promise<void> {
  await tx.deleteFrom('private.admin_invitations').where(sql`lower(email)`, '=', address).execute();
  // Keep whether a recall reached the recipient, but not who it was.
  await tx
    .updateTable('recall_recipients')
    .set({ email: null, name: null, token_hash: null })
    .where('email', '=', address)
    .execute();
  // That something was odd about a batch or a jar stays, no longer who said what of it.
  await tx
    .updateTable('code_reports')
    .set({ email: null, message: removedReport, bought_at: null, pictures: [] })
    .where(sql`lower(email)`, '=', address)
    .execute();
  await tx.deleteFrom('notes').where('email', '=', address).execute();
  // Whole values only: a text that merely contains the address is the shop's own.
  const quoted = JSON.stringify(address).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const hide = (column: string) =>
    sql`regexp_replace(${sql.ref(column)}::text, ${quoted}, '"…"', 'gi')::jsonb`;
  await sql`update public.audit_log set before = ${hide('before')}, after = ${hide('after')}
    where strpos(lower(coalesce(before::text, '') || coalesce(after::text, '')), ${address}) > 0
  `.execute(tx);
}

/**
 * A hosted project's sign-in log notes a deletion with the address; of ours only the account's id
 * is left. Also called by housekeeping, for a process that ended in between.
 */
export async function forgetDeletions(db: Tables): Promise<void> {
  if (!(await mayWrite(db, 'auth.audit_log_entries'))) return;
  await sql`update auth.audit_log_entries
    set payload = jsonb_set(payload::jsonb, '{traits}',
      jsonb_build_object('user_id', payload -> 'traits' -> 'user_id'))::json
    where payload ->> 'action' = 'user_deleted'
      and (payload -> 'traits')::jsonb - 'user_id' <> '{}'::jsonb`.execute(db);
}

/** A hosted project keeps some of its own tables to itself. */
async function mayWrite(db: Tables, table: string): Promise<boolean> {
  const { rows } = await sql<{ allowed: boolean }>`
    select has_table_privilege(${table}, 'update') and has_table_privilege(${table}, 'delete')
      as allowed`.execute(db);
  return rows[0]?.allowed ?? false;
}
