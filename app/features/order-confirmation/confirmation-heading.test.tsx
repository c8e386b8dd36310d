import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { cartStore } from '#app/features/cart/store/cart-store.ts';
import { renderAt } from '#tests/components/render-at.tsx';
import { wallet } from '#tests/fixtures/payment-methods.ts';
import { ConfirmationHeading } from './confirmation-heading.tsx';

const line = {
  ...{ id: '6a1f7b0e-0000-4000-8000-000000000001', name: 'Resin', weight: '30g', imageUrl: '' },
  ...{ priceCents: 1000, quantity: 1 },
};

it.each([
  ['with a cart, of checkout', [line], /Your cart is saved\. Go back to checkout/],
  ['without one, of the payment link', [], /If you came by a payment link, open it again/],
])('speaks of an order that has changed %s', async (_, lines, text) => {
  cartStore.replace(lines);
  const message = 'Delivery or tax differs at this address.';
  const step = { kind: 'changed', message, destination: null } as const;
  await renderAt('/paypal-success', <ConfirmationHeading method={wallet} step={step} />);
  await expect.element(page.getByRole('status')).toMatchTextContent(text);
});
