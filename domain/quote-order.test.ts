import { describe, expect, it } from 'vitest';
import type { DeliveryRate, DeliveryZone, Destination } from './delivery.ts';
import type { DiscountCode } from './discount-code.ts';
import type { LineToPrice } from './price-order.ts';
import { noSellingRules, quoteOrder, type SellingRules, type WantedOrder } from './quote-order.ts';
import type { TaxRate } from './tax-rate.ts';

const line = (priceCents: number, quantity = 1): LineToPrice => ({
  productId: `p${priceCents}`,
  weight: '30g',
  priceCents,
  quantity,
  taxClass: 'standard',
});
const rate = (id: string, priceCents: number, more: Partial<DeliveryRate> = {}): DeliveryRate => ({
  id,
  name: id,
  priceCents,
  freeFromCents: null,
  minSubtotalCents: null,
  maxSubtotalCents: null,
  daysFrom: 2,
  daysTo: 4,
  ...more,
});
const zone = (
  countries: string[],
  rates: DeliveryRate[],
  regions: string[] = [],
): DeliveryZone => ({
  id: countries.join(),
  name: countries.join(),
  countries,
  regions,
  rates,
});
const to = (country: string, region = ''): Destination => ({ country, region, postalCode: '' });
const tax = (country: string, percent: number, more: Partial<TaxRate> = {}): TaxRate => ({
  country,
  region: '',
  class: 'standard',
  percent: percent * 1000,
  included: false,
  onDelivery: false,
  ...more,
});
const code = (more: Partial<DiscountCode> = {}): DiscountCode => ({
  id: 'd1',
  code: 'TEN',
  kind: 'percent',
  percent: 10_000,
  amountCents: 0,
  startsAt: null,
  endsAt: null,
  minSubtotalCents: null,
  productIds: null,
  usedUp: false,
  ...more,
});
const now = new Date('2026-11-23T12:00:00Z');
const quote = (wanted: Partial<WantedOrder>, rules: Partial<SellingRules> = {}) =>
  quoteOrder(
    { lines: [line(5000)], destination: null, deliveryRateId: null, code: undefined, ...wanted },
    { ...noSellingRules, ...rules },
    now,
  );
const problems = (...given: Parameters<typeof quote>) =>
  quote(...given).problems.map((p) => p.code);

describe('a quote', () => {
  it('is the lines alone while the owner has set nothing', () => {
    expect(quote({ destination: to('US') })).toMatchObject({
      breakdown: { subtotal: 5000, discount: 0, tax: 0, total: 5000 },
      rates: [],
      rate: null,
      needsDestination: false,
      countries: [],
      problems: [],
    });
  });

  it('offers the rates that fit the order, and takes the first or the one chosen', () => {
    const rates = [
      rate('post', 490, { freeFromCents: 5000 }),
      rate('courier', 1500),
      rate('freight', 9000, { minSubtotalCents: 100_000 }),
      rate('letter', 200, { maxSubtotalCents: 4999 }),
    ];
    const rules = { zones: [zone(['US'], rates)] };
    expect(quote({}, rules).rates.map(({ id, price }) => [id, price])).toEqual([
      ['post', 0],
      ['courier', 1500],
    ]);
    expect(quote({}, rules).breakdown.total).toBe(5000);
    expect(quote({ deliveryRateId: 'courier' }, rules).breakdown.total).toBe(6500);
    expect(quote({ lines: [line(1000)] }, rules).rates.map(({ id }) => id)).toEqual([
      'post',
      'courier',
      'letter',
    ]);
    expect(problems({ deliveryRateId: 'letter' }, rules)).toEqual(['delivery_unavailable']);
  });

  it('gives free delivery by the price of the goods, whatever a code takes off', () => {
    const rules = { zones: [zone(['US'], [rate('post', 490, { freeFromCents: 5000 })])] };
    expect(quote({ code: code() }, rules).breakdown).toMatchObject({ discount: 500, total: 4500 });
  });

  it('asks for the destination as soon as it decides', () => {
    const one = zone(['US'], [rate('post', 490)]);
    expect(quote({}, { zones: [one] }).needsDestination).toBe(false);
    for (const rules of [
      { zones: [one, zone(['CA'], [rate('far', 990)])] },
      { zones: [zone(['US'], [rate('post', 490)], ['US-CA'])] },
      { taxRates: [tax('US', 8)] },
    ]) {
      expect(quote({}, rules)).toMatchObject({ needsDestination: true, rates: [] });
      expect(quote({ destination: to('US', 'CA') }, rules).needsDestination).toBe(false);
    }
  });

  it('prefers the zone that names the region', () => {
    const zones = [
      zone(['US'], [rate('mainland', 490)]),
      zone(['US'], [rate('islands', 2990)], ['US-HI', 'AK']),
    ];
    const rateFor = (region: string) =>
      quote({ destination: to('US', region) }, { zones }).rate?.id;
    expect(['HI', 'AK', 'NY', ''].map(rateFor)).toEqual([
      'islands',
      'islands',
      'mainland',
      'mainland',
    ]);
  });

  it('says where nothing is delivered', () => {
    const zones = [zone(['US'], [rate('post', 490)], ['NY']), zone(['CA'], [rate('far', 990)])];
    const told = (country: string, region = '') =>
      quote({ destination: to(country, region) }, { zones }).problems.map(({ message }) => message);
    expect(told('DE')).toEqual(['We do not deliver to Germany yet.']);
    expect(told('US', 'CA')).toEqual([
      'We do not deliver to every region of United States. Please choose another.',
    ]);
    expect(told('US', 'NY')).toEqual([]);
  });

  it('taxes by the region before the country', () => {
    const taxRates = [tax('US', 5), tax('US', 8.875, { region: 'NY' })];
    const taxOf = (region: string) =>
      quote({ destination: to('US', region) }, { taxRates }).breakdown.tax;
    expect([taxOf('NY'), taxOf('TX'), taxOf('')]).toEqual([444, 250, 250]);
    expect(quote({ destination: to('CA') }, { taxRates }).breakdown.tax).toBe(0);
  });

  it.each<[string, Partial<DiscountCode>, Partial<WantedOrder>]>([
    ['code_not_yet', { startsAt: new Date('2026-11-24') }, {}],
    ['code_over', { endsAt: now }, {}],
    ['code_used_up', { usedUp: true }, {}],
    ['code_not_for_these', { productIds: ['other'] }, {}],
    ['code_minimum', { minSubtotalCents: 5001 }, {}],
  ])('says %s, and costs what it does without the code', (problem, limits, wanted) => {
    const quoted = quote({ ...wanted, code: code(limits) });
    expect(quoted.problems.map((one) => one.code)).toEqual([problem]);
    expect(quoted.codeApplies).toBe(false);
    expect(quoted.breakdown.total).toBe(5000);
  });

  it('does not know a code that is not there', () => {
    expect(problems({ code: null })).toEqual(['unknown_code']);
  });

  it('takes a code for what it names', () => {
    const lines = [line(5000), line(2000)];
    expect(quote({ lines, code: code({ productIds: ['p2000'] }) }).breakdown.discount).toBe(200);
    const amount = code({ kind: 'amount', amountCents: 100_000 });
    expect(quote({ lines, code: amount }).breakdown).toMatchObject({ discount: 7000, total: 0 });
    const zones = [zone(['US'], [rate('post', 490)])];
    expect(quote({ lines, code: code({ kind: 'free_delivery' }) }, { zones }).breakdown.total).toBe(
      7000,
    );
  });
});
