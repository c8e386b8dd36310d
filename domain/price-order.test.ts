import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Breakdown,
  type Discount,
  type LineToPrice,
  type OrderRules,
  priceOrder,
  taxClasses,
} from './price-order.ts';

const line = (priceCents: number, quantity = 1, more: Partial<LineToPrice> = {}): LineToPrice => ({
  productId: `product ${priceCents}`,
  weight: '30g',
  priceCents,
  quantity,
  taxClass: 'standard',
  ...more,
});
const none: OrderRules = { discount: null, deliveryCents: 0, taxes: {} };
const percent = (of: number, productIds: string[] | null = null): Discount => ({
  kind: 'percent',
  percent: of * 1000,
  productIds,
});
const tax = (of: number, included = false, onDelivery = true) => ({
  standard: { percent: of * 1000, included, onDelivery },
});
const sums = ({ subtotal, discount, delivery, tax, taxIncluded, total }: Breakdown) => ({
  subtotal,
  discount,
  delivery: delivery.amount,
  tax,
  taxIncluded,
  total,
});

describe('an order costs', () => {
  it('its lines, while no rule is set', () => {
    expect(sums(priceOrder([line(3990, 2), line(990)], none))).toEqual({
      subtotal: 8970,
      discount: 0,
      delivery: 0,
      tax: 0,
      taxIncluded: 0,
      total: 8970,
    });
  });

  it('less by a discount, and more by delivery and added tax', () => {
    const rules = { discount: percent(10), deliveryCents: 500, taxes: tax(8.875) };
    // 8.875% of 89.73 (9970 - 997 = 8973) and of 5.00: 8.407… of 94.73.
    expect(sums(priceOrder([line(3990, 2), line(1990)], rules))).toEqual({
      subtotal: 9970,
      discount: 997,
      delivery: 500,
      tax: 841,
      taxIncluded: 0,
      total: 10314,
    });
  });

  it('the same where prices hold the tax', () => {
    const rules = { ...none, deliveryCents: 490, taxes: tax(19, true) };
    expect(sums(priceOrder([line(11900)], rules))).toMatchObject({
      tax: 1978,
      taxIncluded: 1978,
      total: 12390,
    });
    const untaxed = { ...rules, taxes: tax(19, true, false) };
    expect(priceOrder([line(11900)], untaxed)).toMatchObject({ tax: 1900, total: 12390 });
  });

  it('less for the products alone that a code names, and never less than nothing', () => {
    const two = [line(1000), line(3000)];
    const half = { ...none, discount: percent(50, ['product 1000']) };
    expect(priceOrder(two, half).lines.map(({ discount }) => discount)).toEqual([500, 0]);
    const much = {
      ...none,
      discount: { kind: 'amount', amountCents: 5000, productIds: ['product 3000'] } as const,
    };
    expect(priceOrder(two, much)).toMatchObject({ discount: 3000, total: 1000 });
  });

  it('nothing for delivery with a code for it', () => {
    const discount = { kind: 'free_delivery', productIds: null } as const;
    const rules = { discount, deliveryCents: 700, taxes: tax(20) };
    expect(priceOrder([line(1000)], rules)).toMatchObject({
      delivery: { amount: 0, tax: 0 },
      total: 1200,
    });
  });

  it('tax by the class of each line', () => {
    const rules: OrderRules = {
      ...none,
      taxes: { ...tax(20), reduced: { percent: 5000, included: false, onDelivery: true } },
    };
    const lines = [
      line(1000),
      line(2000, 1, { taxClass: 'reduced' }),
      line(3000, 1, { taxClass: 'exempt' }),
    ];
    expect(priceOrder(lines, rules).lines.map(({ tax }) => tax)).toEqual([200, 100, 0]);
    expect(priceOrder(lines, rules).lines.map(({ taxPercent }) => taxPercent)).toEqual([
      20_000,
      5000,
      null,
    ]);
  });
});

const anyCents = fc.integer({ min: 0, max: 2_000_000 });
const anyLine = fc.record({
  productId: fc.constantFrom('a', 'b', 'c', 'd'),
  weight: fc.constantFrom('15g', '30g'),
  priceCents: anyCents,
  quantity: fc.integer({ min: 1, max: 10 }),
  taxClass: fc.constantFrom(...taxClasses),
});
/** A product has a single tax class. */
const anyLines = fc
  .uniqueArray(anyLine, { minLength: 1, maxLength: 8, selector: (l) => l.productId + l.weight })
  .map((lines) =>
    lines.map((each) => ({
      ...each,
      taxClass: taxClasses[each.productId.charCodeAt(0) % taxClasses.length] ?? 'standard',
    })),
  );
const anyPercent = fc.integer({ min: 0, max: 100_000 });
const anyProducts = fc.option(fc.subarray(['a', 'b', 'c', 'd']));
const anyDiscount: fc.Arbitrary<Discount | null> = fc.oneof(
  fc.constant(null),
  fc.record({
    kind: fc.constant('percent' as const),
    percent: anyPercent,
    productIds: anyProducts,
  }),
  fc.record({
    kind: fc.constant('amount' as const),
    amountCents: anyCents,
    productIds: anyProducts,
  }),
  fc.record({ kind: fc.constant('free_delivery' as const), productIds: anyProducts }),
);
const anyTax = fc.option(
  fc.record({ percent: anyPercent, included: fc.boolean(), onDelivery: fc.boolean() }),
  { nil: undefined },
);
const anyRules: fc.Arbitrary<OrderRules> = fc
  .record({
    discount: anyDiscount,
    deliveryCents: anyCents,
    standard: anyTax,
    reduced: anyTax,
  })
  .map(({ discount, deliveryCents, standard, reduced }) => ({
    discount,
    deliveryCents,
    taxes: { ...(standard && { standard }), ...(reduced && { reduced }) },
  }));

describe('of any order', () => {
  const runs = { numRuns: 100_000 };

  it('parts sum to the total, and none is negative', () => {
    fc.assert(
      fc.property(anyLines, anyRules, (lines, rules) => {
        const { lines: priced, delivery, ...all } = priceOrder(lines, rules);
        const parts = [...priced, delivery];
        const sum = (of: (part: (typeof parts)[number]) => number) =>
          parts.reduce((total, part) => total + of(part), 0);
        expect(all).toEqual({
          subtotal: sum(({ amount }) => amount) - delivery.amount,
          discount: sum(({ discount }) => discount),
          tax: sum(({ tax }) => tax),
          taxIncluded: sum(({ tax, taxIncluded }) => (taxIncluded ? tax : 0)),
          total: sum(({ total }) => total),
        });
        expect(all.total).toBe(
          all.subtotal - all.discount + delivery.amount + all.tax - all.taxIncluded,
        );
        for (const { amount, discount, tax, total } of parts) {
          expect(Math.min(amount, discount, tax, total)).toBeGreaterThanOrEqual(0);
          expect(discount).toBeLessThanOrEqual(amount);
        }
      }),
      runs,
    );
  }, 120_000);

  it('the order of lines does not matter', () => {
    fc.assert(
      fc.property(anyLines, anyRules, (lines, rules) => {
        const { lines: forth, ...all } = priceOrder(lines, rules);
        const { lines: back, ...same } = priceOrder(lines.toReversed(), rules);
        expect(same).toEqual(all);
        expect(back.toReversed()).toEqual(forth);
      }),
      { numRuns: 10_000 },
    );
  }, 120_000);
});
