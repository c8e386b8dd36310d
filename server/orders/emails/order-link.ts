import { randomBytes } from 'node:crypto';
import { CompiledQuery, sql } from 'kysely';
import type { OrderDetails } from '#domain/order.ts';
import { orderLinkMail } from '#emails/order-link.ts';
import { isEmailAddress } from '#server/email/email-address.ts';
import { emailStatement } from '#server/email/queue-email.ts';
import { limits } from '#server/limits.ts';
import { hashAccessToken } from '#server/orders/access-token.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { presentOrder } from '#server/orders/present-order.ts';
import type { Tables } from '#server/orders/tables.ts';

/** For requested links. */
const validDays = 7;
/** For links in the order's own emails: valid until after delivery. */
const mailedDays = 60;

/**
 * A link to the order's page. Only the token's hash is stored; the token itself is in the email,
 * and so in the outbox until it is sent.
 */
export interface OrderLink {
  url: string;
  orderId: string;
  tokenHash: string;
  days: number;
}

function makeLink(orderId: string, origin: string, days: number): OrderLink {
  const token = randomBytes(32).toString('base64url');
  const url = `${origin}/find-order#token=${token}`;
  return { url, orderId, tokenHash: hashAccessToken(token), days };
}

/**
 * For an email about the order, sent to the order's address. The link works only once it is
 * inserted.
 */
export const mailedOrderLink = (orderId: string, origin: string) =>
  makeLink(orderId, origin, mailedDays);

export function insertOrderLink(
  tx: Pick<Tables, 'insertInto'>,
  { orderId, tokenHash, days }: OrderLink,
) {
  return tx.insertInto('private.order_links').values({
    token_hash: tokenHash,
    order_id: orderId,
    expires_at: sql<Date>`now() + make_interval(days => ${days})`,
  });
}

/**
 * Emails a link to the order with that number (its first eight characters) and email address, if
 * there is a paid one. The caller can't tell either way.
 */
export async function emailOrderLink(
  { db, site }: OrderContext,
  wanted: { number: string; email: string },
  origin: string,
): Promise<void> {
  const facts = await site();
  const found = await db
    .selectFrom('orders')
    .select('id')
    .where(sql`lower(email)`, '=', wanted.email.toLowerCase())
    .where(sql`left(id::text, 8)`, '=', wanted.number)
    .where('paid_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  if (!found) return;
  await db.transaction().execute(async (tx) => {
    // Locked until the link is stored, so that each of many parallel calls counts those before it.
    const order = await tx
      .selectFrom('orders')
      .select(['id', 'email'])
      .where('id', '=', found.id)
      .where(sql`lower(email)`, '=', wanted.email.toLowerCase())
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!order || !isEmailAddress(order.email)) return;
    const recent = await tx
      .selectFrom('private.order_links')
      .select('token_hash')
      .where('order_id', '=', order.id)
      .where(
        'created_at',
        '>',
        sql<Date>`now() - make_interval(secs => ${limits.orderLinks.seconds})`,
      )
      // Links in the order's own emails don't count.
      .where(sql<boolean>`expires_at <= created_at + make_interval(days => ${validDays})`)
      .execute();
    if (recent.length >= limits.orderLinks.count) return;
    const link = makeLink(order.id, origin, validDays);
    await insertOrderLink(tx, link).execute();
    const { text, values = [] } = emailStatement({
      dedupeKey: `order:${order.id}:link:${link.tokenHash}`,
      orderId: order.id,
      recipient: order.email,
      secret: true,
      ...orderLinkMail({ id: order.id, url: link.url, validDays }, facts, origin),
    });
    await tx.executeQuery(CompiledQuery.raw(text, [...values]));
  });
}

/** The order that an emailed link opens; null if the link is unknown or has expired. */
export async function readLinkedOrder(
  { db }: OrderContext,
  token: string,
): Promise<OrderDetails | null> {
  const row = await db
    .selectFrom('orders')
    .innerJoin('private.order_links as link', 'link.order_id', 'orders.id')
    .selectAll('orders')
    .where('link.token_hash', '=', hashAccessToken(token))
    .where('link.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row ? presentOrder(row, { known: true }) : null;
}
