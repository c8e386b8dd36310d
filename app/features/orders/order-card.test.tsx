import type { ComponentProps } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '#tests/components/render-at.tsx';
import { OrderCard } from './order-card.tsx';

type ShownOrder = ComponentProps<typeof OrderCard>['order'];

const order = {
  id: '4f1c2d3e-0000-4000-8000-000000000000',
  name: 'Maya Stone',
  email: 'maya@mail.example',
  phone: '',
  address: '1 Ridge Road',
  order_items: [{ id: 'resin', name: 'Resin', weight: '30g', price: 39.9, quantity: 1 }],
  subtotal_amount: 39.9,
  discount_amount: 0,
  delivery_amount: 0,
  tax_amount: 0,
  tax_included_amount: 0,
  total_amount: 39.9,
  discount_code: null,
  delivery_rate_name: null,
  ship_country: null,
  ship_region: null,
  ship_postal_code: null,
  currency: 'USD',
  status: 'pending',
  payment_status: 'paid',
  created_at: '2026-11-20T18:00:00Z',
} as ShownOrder;

const show = (change: Partial<ShownOrder> = {}) =>
  renderAt(
    '/orders',
    <OrderCard order={{ ...order, ...change }} printing={false} onPrint={() => {}} />,
  );

it('shows the total alone of an order that costs what its lines do', async () => {
  await show();
  await expect.element(page.getByText('Total', { exact: true })).toBeVisible();
  expect(page.getByText('Subtotal').elements()).toEqual([]);
});

it('shows what the total is made of', async () => {
  await show({
    ...{ discount_amount: 3.99, discount_code: 'TEN', delivery_amount: 4.9 },
    ...{ delivery_rate_name: 'Standard', tax_amount: 6.37, tax_included_amount: 6.37 },
    total_amount: 40.81,
  });
  for (const text of ['Subtotal', 'Discount (TEN)', '−$3.99', 'Shipping (Standard)', '$4.90']) {
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  }
  await expect.element(page.getByText('including $6.37 tax')).toBeVisible();
});

it('leads from each line to the laboratory results of the batch that was sent', async () => {
  await show({
    sent: [
      { line: 0, code: 'SH2041', status: 'released' },
      { line: 0, code: 'SH 7', status: 'recalled' },
      { line: 1, code: 'OTHER', status: 'released' },
    ],
  });
  await expect
    .element(page.getByRole('link', { name: 'Laboratory results of batch SH2041' }))
    .toHaveAttribute('href', '/batch/SH2041');
  await expect
    .element(page.getByRole('link', { name: 'Batch SH 7 is recalled: what to do' }))
    .toHaveAttribute('href', '/batch/SH%207');
  expect(page.getByRole('link', { name: /OTHER/ }).elements()).toEqual([]);
});
