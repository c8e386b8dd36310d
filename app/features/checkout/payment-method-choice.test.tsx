import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PaymentMethod } from '#domain/payment-method.ts';
import { renderAt } from '#tests/components/render-at.tsx';
import {
  card as cardMethod,
  paymentMethods,
  wallet as walletMethod,
} from '#tests/fixtures/payment-methods.ts';
import { PaymentMethodChoice } from './payment-method-choice.tsx';

async function showChoice(
  paymentMethods: readonly PaymentMethod[],
  first: string,
): Promise<string[]> {
  const chosen: string[] = [];
  function Choice() {
    const [method, choose] = useState(first);
    const onChoose = (next: string) => {
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
  const chosen = await showChoice(paymentMethods, 'stripe');
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
  await showChoice([{ ...cardMethod, offered: false }, walletMethod], 'paypal');
  await expect.element(wallet()).toBeChecked();
  await expect.element(card()).not.toBeInTheDocument();
});

it('shows every method the shop offers, without knowing its name', async () => {
  const bank = { ...walletMethod, id: 'bank', label: 'Bank', hint: 'From your bank account' };
  const chosen = await showChoice([...paymentMethods, bank], 'stripe');
  const radio = page.getByRole('radio', { name: /^Bank/ });
  await radio.click();
  await expect.element(radio).toHaveAccessibleDescription(/From your bank account/);
  expect(chosen.at(-1)).toBe('bank');
});
