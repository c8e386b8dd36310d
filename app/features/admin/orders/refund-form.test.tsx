import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, broken } from '#tests/components/answer-calls.ts';
import { renderAdmin } from '#tests/components/render-admin.tsx';
import type { WholeOrder } from './read-order.ts';
import { RefundForm } from './refund-form.tsx';

const payment = (id: string, standing: string, amount_cents: number) => ({
  ...{ id, standing, amount_cents, currency: 'USD', provider: 'stripe' },
  reference: `pi_${id}`,
  created_at: '2026-11-20T12:00:00Z',
});
const own = payment('own', 'settled', 4990);
const extra = payment('extra', 'surplus', 4990);

/** The order with its payments; what is sent is collected, and its answer is lost after `hold`. */
async function openForm(id: string, payments: object[], hold?: () => Promise<void>) {
  const items = [{ name: 'Pure Resin', weight: '30g', price: 49.9, quantity: 1, tax: 0 }];
  const amounts = { delivery_amount: 0, tax_amount: 0, tax_included_amount: 0, total_amount: 49.9 };
  const order = { id, payment_status: 'paid', currency: 'USD', order_items: items, ...amounts };
  const rows = { payments, refunds: [], disputes: [], shipments: [], order_line_batches: [] };
  const calls = answerCalls(async ({ path }) => {
    if (path.endsWith('/refund-order')) await hold?.();
    if (path.endsWith('/refund-order') && hold) return { ...broken, status: 502 };
    return { body: path.startsWith('/rest/v1/orders') ? [{ ...order, ...rows }] : [] };
  });
  const whole = { order, ...rows, mails: [], changes: [], links: [] } as unknown as WholeOrder;
  await renderAdmin('/admin/orders', <RefundForm whole={whole} />);
  return () => calls.find(({ path }) => path.endsWith('/refund-order'))?.body;
}

async function refund(title: string) {
  await page.getByRole('button', { name: 'Refund' }).click();
  await expect.element(page.getByText(title)).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Refund' }).click();
  // It takes a moment to close.
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
}

it('offers an extra payment first, with its own amount, and names it when it is sent', async () => {
  const sent = await openForm('10000000-0000-4000-8000-000000000011', [own, extra]);
  await expect.element(page.getByRole('radio', { name: 'Extra payment, $49.90' })).toBeChecked();
  await expect.element(page.getByLabelText('Amount, up to $49.90')).toHaveValue('49.90');
  await expect.element(page.getByRole('combobox')).not.toBeInTheDocument();
  await refund('Refund $49.90 of the extra payment?');
  await expect.poll(sent).toMatchObject({ amount: '49.90', paymentId: 'extra' });
});

it('refunds the payment for the order where that is chosen, by items too', async () => {
  const small = payment('extra', 'surplus', 1000);
  const sent = await openForm('10000000-0000-4000-8000-000000000012', [own, small]);
  await expect.element(page.getByLabelText('Amount, up to $10.00')).toHaveValue('10.00');
  await page.getByRole('radio', { name: 'Payment for the order, $49.90' }).click();
  await expect.element(page.getByLabelText('Amount, up to $49.90')).toHaveValue('49.90');
  await page.getByRole('combobox').selectOptions('1');
  await page.getByRole('combobox').selectOptions('0');
  await expect.element(page.getByRole('radio', { name: 'Payment for the order' })).toBeChecked();
  await refund('Refund $49.90 of the payment for the order?');
  await expect.poll(sent).toMatchObject({ amount: '49.90' });
  expect(sent()).not.toHaveProperty('paymentId');
});

it('asks nothing about payments where there is one', async () => {
  const sent = await openForm('10000000-0000-4000-8000-000000000013', [own]);
  await expect.element(page.getByLabelText('Amount, up to $49.90')).toHaveValue('49.90');
  await expect.element(page.getByRole('radio')).not.toBeInTheDocument();
  await refund('Refund $49.90?');
  await expect.poll(sent).toMatchObject({ amount: '49.90' });
  expect(sent()).not.toHaveProperty('paymentId');
});

it('asks for a payment of another currency in that currency, and gives back as much of it', async () => {
  const yen = { ...payment('yen', 'surplus', 19200), currency: 'JPY' };
  const sent = await openForm('10000000-0000-4000-8000-000000000014', [own, yen]);
  await expect.element(page.getByLabelText('Amount, up to ¥19,200')).toHaveValue('19200');
  await page.getByLabelText('Amount, up to').fill('192.50');
  await page.getByRole('button', { name: 'Refund' }).click();
  await expect.element(page.getByText('Enter an amount up to ¥19,200.')).toBeVisible();
  await page.getByLabelText('Amount, up to').fill('9600');
  await refund('Refund ¥9,600 of the extra payment?');
  await expect.poll(sent).toMatchObject({ amount: '96.00', paymentId: 'yen' });
  await expect
    .element(page.getByRole('region', { name: 'Notifications' }).getByText('¥9,600'))
    .toBeVisible();
});

it('keeps what is typed while a refund is under way whose answer is lost', async () => {
  const answer = Promise.withResolvers<void>();
  await openForm('10000000-0000-4000-8000-000000000015', [own], () => answer.promise);
  await page.getByLabelText('Amount, up to $49.90').fill('10');
  await refund('Refund $10.00?');
  await page.getByLabelText('Amount, up to $49.90').fill('20');
  answer.resolve();
  await expect.element(page.getByText('Refund failed')).toBeVisible();
  await expect.element(page.getByLabelText('Amount, up to $49.90')).toHaveValue('20');
  // It is still known what got no answer.
  await page.getByRole('button', { name: 'Refund' }).click();
  await expect.element(page.getByText(/no record of the refund of \$10\.00/)).toBeVisible();
});
