import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Quote } from '#app/lib/read-quote.ts';
import { type Catalog, checkCart } from '#domain/check-cart.ts';
import type { SellingFacts } from '#domain/selling-facts.ts';
import { answerCalls, type Call } from '#tests/components/answer-calls.ts';
import { renderAt } from '#tests/components/render-at.tsx';
import { CartTotals } from './cart-totals.tsx';

const cart = checkCart(
  [{ id: 'resin', name: 'Resin', weight: '30g', priceCents: 1000, quantity: 2, imageUrl: '' }],
  new Map() as Catalog,
);
const selling: SellingFacts = {
  codes: true,
  destination: true,
  delivery: true,
  regions: { US: ['NY'] },
};
const standard = { id: 'standard', name: 'Standard', price: 490, daysFrom: 3, daysTo: 5 };
const express = { id: 'express', name: 'Express', price: 1200, daysFrom: null, daysTo: 1 };
const quote: Quote = {
  ...{ subtotal: 2000, discount: 0, delivery: 490, tax: 0, taxIncluded: 0, total: 2490 },
  rates: [standard, express],
  deliveryRateId: 'standard',
  needsDestination: false,
  countries: ['US', 'CA'],
  freeDeliveryFrom: 3000,
  problems: [],
};

/** Responds to every quote; the requests so far are listed oldest first. */
async function showTotals(
  answer: (call: Call) => Partial<Quote>,
  { compact = false, facts = selling }: { compact?: boolean; facts?: SellingFacts | null } = {},
) {
  const calls = answerCalls((call) => ({ body: { ...quote, ...answer(call) } }));
  await renderAt('/cart', <CartTotals cart={cart} compact={compact} />, { selling: facts });
  return calls;
}

const row = (term: string) =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${term}`) })
    .element().parentElement?.textContent;

it('asks nothing while the owner has set nothing, and says what it always said', async () => {
  const calls = await showTotals(() => ({}), { facts: null });
  await expect.element(page.getByText('Calculated at checkout')).toBeVisible();
  expect(row('Total')).toBe('Total$20.00');
  expect(calls).toEqual([]);
  expect(page.getByRole('textbox').elements()).toEqual([]);
});

it('shows delivery, what is missing to have it for nothing, and the total', async () => {
  await showTotals(() => ({}));
  await expect.poll(() => row('Shipping')).toBe('Shipping (Standard)$4.90');
  await expect.element(page.getByText('$10.00 to free delivery')).toBeVisible();
  await expect.element(page.getByText(/^3–5 days, [A-Z][a-z]{2} \d/)).toBeVisible();
  expect(row('Total')).toBe('Total$24.90');
});

it('asks again with the country and the region, once both are known', async () => {
  const calls = await showTotals(({ body }) =>
    body.destination
      ? { tax: 200, total: 2690 }
      : { needsDestination: true, rates: [], delivery: 0 },
  );
  await page.getByLabelText('Country').selectOptions('US');
  await expect.element(page.getByLabelText('State or region')).toBeVisible();
  expect(calls.map(({ body }) => body.destination)).not.toContainEqual(
    expect.objectContaining({ country: 'US' }),
  );
  await page.getByLabelText('State or region').selectOptions('NY');
  await expect.poll(() => row('Tax')).toBe('Tax$2.00');
  expect(calls.at(-1)?.body.destination).toEqual({ country: 'US', region: 'NY', postalCode: '' });
});

it('orders with the chosen way of delivery', async () => {
  const calls = await showTotals(({ body }) =>
    body.deliveryRateId === 'express'
      ? { deliveryRateId: 'express', delivery: 1200, total: 3200 }
      : {},
  );
  await page.getByLabelText(/Express/).click();
  await expect.poll(() => row('Total')).toBe('Total$32.00');
  expect(calls.at(-1)?.body.deliveryRateId).toBe('express');
});

it('says at the field why a code does not apply, and that one does', async () => {
  await showTotals(({ body }) => {
    if (body.discountCode === '') return {};
    return body.discountCode === 'ten'
      ? { discount: 200, total: 2290 }
      : { problems: [{ code: 'code_over', message: 'The code OLD has expired.' }] };
  });
  const field = page.getByLabelText('Discount code');
  await field.fill('old');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect.element(field).toHaveAccessibleDescription(/^The code OLD has expired\./);
  await field.fill('ten');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect.element(page.getByText('TEN applied.')).toBeVisible();
  expect(row('Discount')).toBe('Discount (TEN)−$2.00');
});

it('tells tax that the prices hold, without adding it', async () => {
  await showTotals(() => ({ tax: 319, taxIncluded: 319 }));
  await expect.poll(() => row('Total')).toBe('Total$24.90including $3.19 tax');
  expect(page.getByRole('term').filter({ hasText: /^Tax$/ }).elements()).toEqual([]);
});

it('offers nothing to choose in the drawer', async () => {
  await showTotals(() => ({}), { compact: true });
  await expect.poll(() => row('Total')).toBe('Total$24.90');
  expect(page.getByRole('combobox').elements()).toEqual([]);
  expect(page.getByRole('radio').elements()).toEqual([]);
});
