import { type RawBuilder, sql } from 'kysely';
import { arrivedPayments } from '#domain/payment-status.ts';
import { adminAccounts } from '#server/admins/admin-accounts.ts';
import type { Tables } from '#server/orders/tables.ts';

/** Whose data is erased. */
export interface Person {
  /** Null for a guest, who is identified by address alone. */
  userId: string | null;
  /** The account's confirmed address and those it had confirmed before, in lowercase. */
  addresses: readonly string[];
  /**
   * When it gave up the former ones, as PostgreSQL writes times: what came from them later is
   * somebody else's.
   */
  givenUp: Readonly<Record<string, string>>;
  /** A new address it has requested, in lowercase; it may belong to somebody else. */
  wantedAddress: string | null;
  /** Leaves out paid orders that still have to ship, for which the address is needed. */
  keepsOpenOrders: boolean;
}

export interface AccountHolder extends Person {
  userId: string;
  /** The confirmed address with its original spelling. */
  mailbox: string | null;
}

export const guestsOf = (addresses: readonly string[], keepsOpenOrders: boolean): Person => ({
  userId: null,
  addresses,
  givenUp: {},
  wantedAddress: null,
  keepsOpenOrders,
});

/** What belongs to the account, or why it can't be deleted. */
export async function findAccountHolder(
  db: Tables,
  userId: string,
  keepsOpenOrders: boolean,
): Promise<AccountHolder | 'admin_account' | 'not_found'> {
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
  const givenUp = await readGivenUp(db, userId);
  return {
    userId,
    addresses: [...Object.keys(givenUp), ...(mailbox ? [mailbox.toLowerCase()] : [])],
    givenUp,
    wantedAddress: user.email_change?.toLowerCase() || null,
    keepsOpenOrders,
    mailbox,
  };
}

/**
 * Addresses that the account had confirmed and later gave up, except those that are an account's
 * now, and when it gave them up.
 */
async function readGivenUp(db: Tables, userId: string): Promise<Record<string, string>> {
  // As text, since a JavaScript Date has no microseconds.
  const { rows } = await sql<{ address: string; given_up: string }>`
    select former.address, former.remembered_at::text as given_up
    from private.former_addresses as former
    where former.user_id = ${userId} and not exists (
      select from auth.users as other
      where lower(other.email) = former.address and other.email_confirmed_at is not null
    )`.execute(db);
  return Object.fromEntries(rows.map(({ address, given_up }) => [address, given_up]));
}

/** Whether a lowercase address was the person's at that time. */
export const cameFrom = (
  { addresses, givenUp }: Person,
  address: RawBuilder<unknown>,
  at: RawBuilder<unknown> = sql`created_at`,
) =>
  sql<boolean>`(${address} = any(${addresses}::text[]) and coalesce(
    ${at} <= (${JSON.stringify(givenUp)}::text::jsonb ->> ${address})::timestamptz, true))`;

/**
 * By address alone, this includes orders that an account paid for under that address, as reported
 * by the payment service.
 */
const isOrderOf = (person: Person) => {
  const ofAddresses = cameFrom(person, sql`lower(email)`);
  return person.userId === null
    ? ofAddresses
    : sql<boolean>`(user_id = ${person.userId} or (user_id is null and ${ofAddresses}))`;
};

/** Whether an order is paid, or may be, and still has to ship. */
export const isOpenOrder = sql<boolean>`(
  payment_status = any(${sql.val(arrivedPayments)}::text[]) and status in ('pending', 'processing'))`;

/** The orders to erase, locked so that none is paid or shipped meanwhile. */
export async function lockOrdersOf(
  tx: Tables,
  person: Person,
  limit: number | null = null,
): Promise<string[]> {
  const found = await tx
    .selectFrom('orders')
    .select('id')
    .where(isOrderOf(person))
    .$if(person.keepsOpenOrders, (orders) => orders.where(sql<boolean>`not ${isOpenOrder}`))
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute();
  return found.map(({ id }) => id);
}

export async function countOpenOrders(db: Tables, person: Person): Promise<number> {
  const { count } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where(isOrderOf(person))
    .where(isOpenOrder)
    .executeTakeFirstOrThrow();
  return Number(count);
}
