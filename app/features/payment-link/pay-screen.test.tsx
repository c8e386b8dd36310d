import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '#tests/components/answer-calls.ts';
import { renderAt } from '#tests/components/render-at.tsx';
import { PayScreen } from './pay-screen.tsx';

const offer = {
  state: 'open',
  lines: [{ name: 'Resin', weight: '30g', quantity: 2, cents: 9980 }],
  amounts: {
    ...{ subtotal: 9980, discount: 1000, discountCode: 'TEN', delivery: 490, deliveryName: 'Post' },
    ...{ tax: 0, taxIncluded: 0 },
  },
  ...{ totalCents: 9470, expiresAt: '2026-12-01T12:00:00Z', addsTo: null as string | null },
};
const open = (address: string) => renderAt(address, <PayScreen />);
const button = (name: string) => page.getByRole('button', { name });

it('shows what is to be paid, and says why it cannot be', async () => {
  const message = 'Only 1 of Resin is left.';
  const calls = answerCalls(({ path }) =>
    path.endsWith('/open-payment-link')
      ? { body: { ...offer, addsTo: '4f1c2d3e' } }
      : { status: 409, body: { error: { code: 'out_of_stock', message } } },
  );
  await open('/pay?canceled=1#token=abc');
  await expect.element(page.getByText('$94.70')).toBeVisible();
  await expect.element(page.getByText('Discount (TEN)')).toBeVisible();
  await expect.element(page.getByText(/added to your order 4f1c2d3e/)).toBeVisible();
  await expect.element(page.getByText(/Nothing was paid/)).toBeVisible();
  expect(window.location.hash).toBe('');
  await button('Pay by Card').click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(message);
  expect(calls.map(({ body }) => body)).toEqual([
    { token: 'abc' },
    { token: 'abc', method: 'stripe' },
  ]);
});

it.each([
  ['paid', /This has been paid/],
  ['canceled', /This was canceled/],
  ['expired', /has expired/],
])('says that a link is %s', async (state, words) => {
  answerCalls(() => ({ body: { ...offer, state, lines: null } }));
  await open('/pay#token=abc');
  await expect.element(page.getByText(words)).toBeVisible();
  await expect.element(button('Pay by Card')).not.toBeInTheDocument();
});

it('asks for the link where there is none, or an unknown one', async () => {
  answerCalls(() => ({ status: 404, body: { error: { code: 'link_not_found', message: '' } } }));
  const screen = await open('/pay#token=wrong');
  await expect.element(page.getByText(/the link that you were sent/)).toBeVisible();
  await screen.unmount();
  await open('/pay');
  await expect.element(page.getByText(/the link that you were sent/)).toBeVisible();
});

it('tries again where the shop was not reached', async () => {
  let tries = 0;
  answerCalls(() => {
    tries += 1;
    return tries === 1 ? { status: 503, body: {} } : { body: offer };
  });
  await open('/pay#token=abc');
  await button('Try again').click();
  await expect.element(page.getByText('$94.70')).toBeVisible();
});
