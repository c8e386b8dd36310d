import { toDecimal } from '#domain/money.ts';
import { toStoredOrderLine } from '#domain/order.ts';
import { type OrderRules, priceOrder } from '#domain/price-order.ts';
import { amountOfParts, type ChosenParts, refundableParts } from '#domain/refund-parts.ts';

/** The same sequence every time, between 0 and 1. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** Random statements that change orders, payments, refunds and disputes, by name. */
export function changeSales(
  random: () => number,
): Record<string, () => { text: string; values: unknown[] }> {
  const among = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const whole = (below: number) => Math.floor(random() * below);
  const moment = () => {
    const day = `2026-${among(['10-29', '10-31', '11-01', '11-02', '11-05', '11-08'])}`;
    // The first and last moments of a day in UTC and other zones, and any others.
    const any = `${String(whole(24)).padStart(2, '0')}:${String(whole(60)).padStart(2, '0')}:00Z`;
    const edges = ['23:59:59.999999Z', '00:00:00Z', '18:30:00Z', '03:59:59Z', '04:00:00Z'];
    return `${day}T${among([any, ...edges])}`;
  };
  let ids = 0;
  const newId = () => {
    ids += 1;
    return `00000000-0000-4000-8000-${String(ids).padStart(12, '0')}`;
  };
  const of = (text: string, ...values: unknown[]) => ({ text, values });
  const anyOrder = (where: string) => `(select id from orders where ${where}
    order by md5(id::text || ${whole(1e9)}::text) limit 1)`;
  const order = (status: string, paidAt: string | null) => {
    const quantity = 1 + whole(3);
    const name = among(['Resin', 'Drops', 'Honey', 'Jar', 'Tea', 'Powder', 'Spoon']);
    const items = among([[{ name, weight: '30g', price: 19.99, quantity }], '[]']);
    return of(
      `insert into orders (id, name, email, address, total_amount, order_items, payment_status,
          created_at, paid_at)
        values ($6, 'Ann', 'ann@mail.example', 'x', $1, $2::jsonb, $3, $4, $5)`,
      among([19.99 * quantity, 19.99 * quantity + 5, 0]).toFixed(2),
      JSON.stringify(items),
      status,
      moment(),
      paidAt,
      newId(),
    );
  };
  const baskets: Basket[] = [];
  const basket = () => {
    const stored = randomBasket(newId(), random);
    baskets.push(stored);
    return sellBasket(stored, moment());
  };
  /** For each basket, a refund of some items, usually for what they cost. */
  const itemsToRefund = () =>
    Object.fromEntries(
      baskets.map((stored) => {
        const chosen: ChosenParts = {
          lines: stored.order_items.flatMap(({ quantity }, line) =>
            random() < 0.5 ? [{ line, quantity: 1 + whole(quantity) }] : [],
          ),
          delivery: random() < 0.2,
          restock: false,
        };
        const parts = refundableParts(stored, []);
        const cost = (parts && amountOfParts(parts, chosen)) || 500;
        return [
          stored.id,
          { cents: Math.max(1, cost + among([0, 0, 0, 0, 1, -1, 300, -300])), chosen },
        ];
      }),
    );
  const given = `payment.order_id, payment.id, 'stripe', gen_random_uuid()::text`;
  const payment = () => `from payments as payment
    order by md5(payment.id::text || ${whole(1e9)}::text) limit 1`;
  const row = (table: string) =>
    `id = (select id from ${table} order by md5(id::text || ${whole(1e9)}::text) limit 1)`;
  return {
    begin: () => order('pending', null),
    sell: () => order('paid', moment()),
    'sell a basket': basket,
    pay: () =>
      of(
        `update orders set payment_status = 'paid', paid_at = $1
          where id = ${anyOrder(`payment_status = 'pending'`)}`,
        moment(),
      ),
    expire: () =>
      of(
        `update orders set payment_status = 'expired'
          where id = ${anyOrder(`payment_status = 'pending'`)}`,
      ),
    cancel: () =>
      of(`update orders set status = 'cancelled' where id = ${anyOrder('paid_at is not null')}`),
    'take up again': () =>
      of(`update orders set status = 'pending' where id = ${anyOrder(`status = 'cancelled'`)}`),
    'record a payment': () =>
      of(
        `insert into payments (id, order_id, provider, reference, amount_cents, currency, standing)
          select $3, id, 'stripe', gen_random_uuid()::text,
            greatest(0, (total_amount * 100)::bigint + $1::integer), 'USD', $2
          from orders where id = ${anyOrder('true')} on conflict do nothing`,
        among([0, 0, 0, 250, -250]),
        among(['settled', 'settled', 'settled', 'review', 'surplus']),
        newId(),
      ),
    'accept a payment': () =>
      of(
        `update payments set standing = 'settled' where ${row('payments')} and not exists (
          select from payments as other
          where other.order_id = payments.order_id and other.standing = 'settled')`,
      ),
    'hold a payment': () => of(`update payments set standing = 'surplus' where ${row('payments')}`),
    refund: () =>
      of(
        `insert into refunds
          (id, order_id, payment_id, provider, reference, amount_cents, currency, state, origin, created_at, lines)
          select $4::uuid, ${given}, 1 + ($1::numeric * payment.amount_cents)::bigint, 'USD', $2, 'shop', $3,
            $5::jsonb ${payment()}`,
        among([0.1, 0.33, 1]),
        among(['requested', 'pending', 'succeeded']),
        moment(),
        newId(),
        among([null, JSON.stringify({ lines: [{ line: 0, quantity: 1 }], delivery: false })]),
      ),
    'refund items': () =>
      of(
        `insert into refunds
          (id, order_id, payment_id, provider, reference, amount_cents, currency, state, origin, created_at, lines)
          select $3::uuid, ${given}, (wanted ->> 'cents')::bigint, 'USD', 'succeeded', 'shop', $2,
            wanted -> 'chosen'
          from payments as payment, lateral (select $1::jsonb -> payment.order_id::text as wanted) as of_order
          where wanted is not null order by md5(payment.id::text || ${whole(1e9)}::text) limit 1`,
        JSON.stringify(itemsToRefund()),
        moment(),
        newId(),
      ),
    'pay for a basket': () =>
      of(
        `insert into payments (id, order_id, provider, reference, amount_cents, currency)
          select $2, id, 'stripe', gen_random_uuid()::text, (total_amount * 100)::bigint, 'USD'
          from orders where id = ${anyOrder(`id = any ($1::uuid[])
            and not exists (select from payments where order_id = orders.id and standing = 'settled')`)}`,
        baskets.map(({ id }) => id),
        newId(),
      ),
    'end a refund': () =>
      of(
        `update refunds set state = $1 where ${row('refunds')}`,
        among(['succeeded', 'failed', 'pending']),
      ),
    // Rare, so that some are left for the bank to return.
    'drop a refund': () =>
      of(`delete from refunds where ${row('refunds')} and $1::boolean`, random() < 0.3),
    dispute: () =>
      of(
        `insert into disputes
          (id, order_id, payment_id, provider, reference, amount_cents, currency, state, updated_at)
          select $3::uuid, ${given}, payment.amount_cents, 'USD', $1, $2 ${payment()}`,
        among(['open', 'lost']),
        moment(),
        newId(),
      ),
    'decide a dispute': () =>
      of(
        `update disputes set state = $1 where ${row('disputes')}`,
        among(['won', 'lost', 'open', 'inquiry']),
      ),
    'change a total': () =>
      of(`update orders set total_amount = total_amount + 1 where id = ${anyOrder('true')}`),
    'call a price delivery': () =>
      of(
        `update orders set subtotal_amount = subtotal_amount - 1, delivery_amount = delivery_amount + 1
          where id = ${anyOrder('paid_at is not null and subtotal_amount - discount_amount > 1')}`,
      ),
    'move a sale': () =>
      of(`update orders set paid_at = $1 where id = ${anyOrder('paid_at is not null')}`, moment()),
    'delete an order': () =>
      of(`delete from orders where id = ${anyOrder('id not in (select order_id from payments)')}`),
  };
}

export type Basket = ReturnType<typeof randomBasket>;

/** Several products with a code, delivery and taxes, as create-order stores them. */
export function randomBasket(id: string, random: () => number) {
  const among = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const anyTax = () => ({
    percent: among([5000, 8875, 19_000]),
    included: random() < 0.5,
    onDelivery: random() < 0.5,
  });
  const rules: OrderRules = {
    discount: among([
      null,
      { kind: 'percent', percent: 90_000, productIds: null },
      { kind: 'percent', percent: 33_333, productIds: ['0', '1'] },
      { kind: 'amount', amountCents: 1234, productIds: null },
      { kind: 'percent', percent: 100_000, productIds: ['1'] },
    ]),
    deliveryCents: among([0, 490]),
    taxes: among([{}, { standard: anyTax() }, { standard: anyTax(), reduced: anyTax() }]),
  };
  const lines = ['Resin', 'Drops', 'Honey', 'Jar']
    .filter(() => random() < 0.6)
    .map((name, index) => ({
      ...{ name, productId: String(index), weight: among(['30g', '']) },
      ...{ priceCents: 1 + Math.floor(random() * 6000), quantity: 1 + Math.floor(random() * 3) },
      taxClass: among(['standard', 'reduced', 'exempt'] as const),
    }));
  const breakdown = priceOrder(lines, rules);
  // Like orders from before discounts were stored per line.
  const isOld = random() < 0.1;
  return {
    id,
    order_items: lines.map((line, index) => {
      const { discount, tax, ...old } = toStoredOrderLine({
        ...line,
        ...{ id: line.productId, imageUrl: null },
        discountCents: breakdown.lines[index]?.discount ?? 0,
        taxCents: breakdown.lines[index]?.tax ?? 0,
      });
      return isOld ? old : { ...old, discount, tax };
    }),
    subtotal_amount: toDecimal(breakdown.subtotal),
    discount_amount: toDecimal(breakdown.discount),
    delivery_amount: toDecimal(breakdown.delivery.amount),
    tax_amount: toDecimal(breakdown.tax),
    tax_included_amount: toDecimal(breakdown.taxIncluded),
    total_amount: toDecimal(breakdown.total),
  };
}

/** The statement that inserts it as a paid order. */
export function sellBasket(stored: Basket, paidAt: string): { text: string; values: unknown[] } {
  return {
    text: `insert into orders (id, name, email, address, order_items, subtotal_amount, discount_amount,
        delivery_amount, tax_amount, tax_included_amount, total_amount, discount_code, payment_status,
        created_at, paid_at)
      values ($1, 'Ann', 'ann@mail.example', 'x', $2::jsonb, $3, $4, $5, $6, $7, $8, $9, 'paid', $10, $10)`,
    values: [
      stored.id,
      JSON.stringify(stored.order_items),
      stored.subtotal_amount,
      stored.discount_amount,
      stored.delivery_amount,
      stored.tax_amount,
      stored.tax_included_amount,
      stored.total_amount,
      stored.discount_amount === '0.00' ? null : 'NINE',
      paidAt,
    ],
  };
}
