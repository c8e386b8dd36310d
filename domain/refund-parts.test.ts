import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toDecimal } from './money.ts';
import { type OrderLine, toStoredOrderLine } from './order.ts';
import { priceOrder, taxClasses } from './price-order.ts';
import { allPartsLeft, amountOfParts, type ChosenParts, refundableParts } from './refund-parts.ts';

const uuid = (index: number) => `10000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

/** An order as stored, priced by the shop's own rules. */
const orders = fc
  .record({
    lines: fc.array(
      fc.record({
        priceCents: fc.integer({ min: 0, max: 99_999 }),
        quantity: fc.integer({ min: 1, max: 12 }),
        taxClass: fc.constantFrom(...taxClasses),
      }),
      { minLength: 1, maxLength: 6 },
    ),
    discount: fc.option(
      fc.record({
        kind: fc.constant('amount' as const),
        amountCents: fc.integer({ min: 0, max: 50_000 }),
        productIds: fc.constant(null),
      }),
    ),
    deliveryCents: fc.integer({ min: 0, max: 3000 }),
    percent: fc.integer({ min: 0, max: 25_000 }),
    standardIncluded: fc.boolean(),
    reducedIncluded: fc.boolean(),
    onDelivery: fc.boolean(),
  })
  .map((each) => {
    const { percent, onDelivery } = each;
    const lines = each.lines.map((line, index) => ({
      ...line,
      productId: uuid(index),
      weight: '30g',
    }));
    const priced = priceOrder(lines, {
      discount: each.discount,
      deliveryCents: each.deliveryCents,
      taxes: {
        standard: { percent, included: each.standardIncluded, onDelivery },
        reduced: { percent: Math.floor(percent / 2), included: each.reducedIncluded, onDelivery },
      },
    });
    const stored = lines.map(
      (line, index): OrderLine => ({
        id: line.productId,
        name: 'Resin',
        weight: line.weight,
        priceCents: line.priceCents,
        quantity: line.quantity,
        imageUrl: null,
        discountCents: priced.lines[index]?.discount ?? 0,
        taxCents: priced.lines[index]?.tax ?? 0,
      }),
    );
    return {
      totalCents: priced.total,
      order: {
        order_items: stored.map(toStoredOrderLine),
        delivery_amount: toDecimal(priced.delivery.amount),
        tax_amount: toDecimal(priced.tax),
        tax_included_amount: toDecimal(priced.taxIncluded),
        total_amount: toDecimal(priced.total),
      },
      quantities: lines.map(({ quantity }) => quantity),
    };
  });

describe('the parts of an order', () => {
  it('return exactly what was paid, however they are split over refunds', () => {
    fc.assert(
      fc.property(
        orders,
        fc.infiniteStream(fc.nat()),
        ({ order, totalCents, quantities }, picks) => {
          const pick = () => picks.next().value as number;
          const left = [...quantities];
          let isDeliveryLeft = true;
          const earlier: ChosenParts[] = [];
          let returned = 0;
          while (isDeliveryLeft || left.some((quantity) => quantity > 0)) {
            const lines = left.flatMap((quantity, line) => {
              const wanted = Math.min(quantity, pick() % 4);
              left[line] = quantity - wanted;
              return wanted > 0 ? [{ line, quantity: wanted }] : [];
            });
            const delivery = isDeliveryLeft && pick() % 2 === 0;
            if (delivery) isDeliveryLeft = false;
            const chosen = { lines, delivery, restock: false };
            const parts = refundableParts(order, earlier);
            const amount = parts && amountOfParts(parts, chosen);
            expect(amount).toBeGreaterThanOrEqual(0);
            expect(parts && amountOfParts(parts, allPartsLeft(parts))).toBe(totalCents - returned);
            returned += amount ?? 0;
            earlier.push(chosen);
          }
          expect(returned).toBe(totalCents);
        },
      ),
    );
  });

  it('are refunded no more often than they were bought', () => {
    fc.assert(
      fc.property(orders, ({ order, quantities }) => {
        const all = quantities.map((quantity, line) => ({ line, quantity }));
        const parts = refundableParts(order, [{ lines: all, delivery: true }]);
        if (!parts) throw new Error('The parts do not add up.');
        expect(amountOfParts(parts, { lines: [], delivery: true })).toBeNull();
        for (const { line } of all) {
          const again = { lines: [{ line, quantity: 1 }], delivery: false };
          expect(amountOfParts(parts, again)).toBeNull();
        }
        const unknown = { lines: [{ line: quantities.length, quantity: 1 }], delivery: false };
        expect(amountOfParts(parts, unknown)).toBeNull();
      }),
    );
  });

  it('are not known of an order whose lines do not add up to its total', () => {
    const order = {
      order_items: [{ name: 'Resin', price: 10, quantity: 1 }],
      delivery_amount: '0.00',
      tax_amount: '0.00',
      tax_included_amount: '0.00',
      total_amount: '12.00',
    };
    expect(refundableParts(order, [])).toBeNull();
    expect(refundableParts({ ...order, total_amount: '10.00' }, [])).not.toBeNull();
  });
});
