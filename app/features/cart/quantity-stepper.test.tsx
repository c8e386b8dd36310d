import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { QuantityStepper } from './quantity-stepper.tsx';

async function showStepper(first: number): Promise<number[]> {
  const chosen: number[] = [];
  function Stepper() {
    const [quantity, setQuantity] = useState(first);
    const change = (next: number) => {
      chosen.push(next);
      setQuantity(Math.min(next, 99));
    };
    return (
      <QuantityStepper
        quantity={quantity}
        subtotal={quantity * 3990}
        name="Pure Resin"
        onChange={change}
      />
    );
  }
  await render(<Stepper />);
  return chosen;
}

const group = () => page.getByRole('group', { name: 'Quantity of Pure Resin' });
const less = () => group().getByRole('button').nth(0);
const more = () => group().getByRole('button').nth(1);

it('counts by ones, by pointer and by keyboard', async () => {
  const chosen = await showStepper(1);
  await more().click();
  await more().click();
  await userEvent.keyboard('{Enter}');
  await less().click();
  await expect
    .element(group().getByRole('status').first())
    .toHaveTextContent('Quantity 3, subtotal $119.70');
  expect(chosen).toEqual([2, 3, 4, 3]);
});

it('does nothing below one and keeps the focus there', async () => {
  const chosen = await showStepper(2);
  await less().click();
  await expect.element(less()).toHaveAttribute('aria-disabled', 'true');
  await less().click({ force: true });
  expect(chosen).toEqual([1]);
  await expect.element(less()).toHaveFocus();
});

it('stops at 99 and says so', async () => {
  await showStepper(98);
  await expect.element(page.getByText(/99/)).not.toBeInTheDocument();
  await more().click();
  await expect.element(more()).toHaveAttribute('aria-disabled', 'true');
  await expect.element(more()).toHaveFocus();
  await expect.element(page.getByText('Maximum 99 per product.')).toBeVisible();
});
