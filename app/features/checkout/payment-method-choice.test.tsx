import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PaymentProviderName } from '#domain/order.ts';
import { renderAt } from '#tests/components/render-at.tsx';
import { PaymentMethodChoice } from './payment-method-choice.tsx';

async function showChoice(
  paymentMethods: { stripe: boolean; paypal: boolean },
  first: PaymentProviderName,
): Promise<PaymentProviderName[]> {
  const chosen: PaymentProviderName[] = [];
  function Choice() {
    const [method, choose] = useState(first);
    const onChoose = (next: PaymentProviderName) => {
      chosen.push(next);
      choose(next);
    };
    return <PaymentMethodChoice chosen={method} onChoose={onChoose} />;
  }
  await renderAt('/checkout', <Choice />, { paymentMethods });
  return chosen;
}

const card = () => page.getByRole('radio', { name: /^Card/ });
const wallet = () => page.getByRole('radio', { name: /^PayPal/ });

it('offers card and wallet, chosen by pointer or arrow key', async () => {
  const chosen = await showChoice({ stripe: true, paypal: true }, 'stripe');
  await expect.element(page.getByRole('group', { name: 'Payment method' })).toBeVisible();
  await expect.element(card()).toBeChecked();
  await expect.element(card()).toHaveAccessibleDescription(/Credit or debit card/);
  await wallet().click();
  await expect.element(wallet()).toBeChecked();
  await expect.element(card()).not.toBeChecked();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(card()).toBeChecked();
  expect(chosen.slice(-2)).toEqual(['paypal', 'stripe']);
});

it('does not show a way of paying that is switched off', async () => {
  await showChoice({ stripe: false, paypal: true }, 'paypal');
  await expect.element(wallet()).toBeChecked();
  await expect.element(card()).not.toBeInTheDocument();
});
