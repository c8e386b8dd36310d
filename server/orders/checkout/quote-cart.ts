import { sql } from 'kysely';
import type { OrderInput } from '#domain/checkout-request.ts';
import type { DiscountCode } from '#domain/discount-code.ts';
import { toCents } from '#domain/money.ts';
import type { LineToPrice } from '#domain/price-order.ts';
import { type Quote, quoteOrder, type SellingRules } from '#domain/quote-order.ts';
import type { Tables } from '#server/orders/tables.ts';
import { type CatalogLine, type PricedLines, priceLines } from './price-lines.ts';

/** Who is asking, for counting a code's uses; null while unknown. */
export interface CodeUser {
  userId: string | null;
  browser: string | null;
}

export type QuotedCart =
  | Extract<PricedLines, { kind: 'refused' }>
  | {
      kind: 'quoted';
      lines: CatalogLine[];
      /** The stock of some lines is tracked. */
      counted: boolean;
      quote: Quote;
      /** Null if no code applies. */
      code: Pick<DiscountCode, 'id' | 'code'> | null;
    };

/** What a cart costs now, by the catalog and the owner's rules. Creates nothing. */
export async function quoteCart(
  db: Tables,
  wish: OrderInput,
  user: CodeUser,
  rules: SellingRules,
  now: Date,
): Promise<QuotedCart> {
  const priced = await priceLines(db, wish.lines);
  if (priced.kind === 'refused') return priced;
  const { lines, counted } = priced;
  const code = wish.discountCode ? await findCode(db, wish.discountCode, user) : undefined;
  const wanted = {
    lines: lines.map(toPrice),
    destination: wish.destination,
    deliveryRateId: wish.deliveryRateId,
    code,
  };
  const quote = quoteOrder(wanted, rules, now);
  return { kind: 'quoted', lines, counted, quote, code: quote.codeApplies && code ? code : null };
}

function toPrice({ id, weight, priceCents, quantity, taxClass }: CatalogLine): LineToPrice {
  return { productId: id, weight, priceCents, quantity, taxClass };
}

/** Whether this code exists and is active. */
export async function isKnownDiscountCode(db: Tables, code: string): Promise<boolean> {
  const row = await selectCode(db, code).select('id').executeTakeFirst();
  return row !== undefined;
}

const selectCode = (db: Tables, code: string) =>
  db.selectFrom('discounts').where('code', '=', code).where('active', '=', true);

/** Null if the code doesn't exist or is inactive: the caller can't tell which. */
async function findCode(
  db: Tables,
  code: string,
  { userId, browser }: CodeUser,
): Promise<DiscountCode | null> {
  const row = await selectCode(db, code)
    .selectAll()
    .select(
      sql<boolean>`
        exists (
          select from private.discount_uses as use
          join public.orders as o on o.id = use.order_id
          left join private.checkout_attempts as attempt on attempt.order_id = o.id
          cross join lateral (
            select coalesce(o.user_id = ${userId}::uuid, false)
              or coalesce(attempt.browser = ${browser}::uuid, false) as own
          ) as who
          where use.discount_id = discounts.id and not use.released
          having count(*) filter (where o.payment_status <> 'pending' or not own) >= max_uses
            or count(*) filter (where o.payment_status <> 'pending' and own) >= max_uses_per_customer
        )
      `.as('used_up'),
    )
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    code: row.code,
    kind: row.kind as DiscountCode['kind'],
    percent: row.kind === 'percent' ? toCents(row.value) * 10 : 0,
    amountCents: row.kind === 'amount' ? toCents(row.value) : 0,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    minSubtotalCents: row.min_subtotal === null ? null : toCents(row.min_subtotal),
    productIds: row.product_ids,
    usedUp: row.used_up,
  };
}
