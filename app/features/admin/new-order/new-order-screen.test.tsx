import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerCalls, broken, type Call } from '#tests/components/answer-calls.ts';
import { renderAdmin } from '#tests/components/render-admin.tsx';
import { NewOrderScreen } from './new-order-screen.tsx';

const resin = {
  ...{ id: '20000000-0000-4000-8000-000000000001', name: 'Resin', weight_type: '30g' },
  ...{ price: 49.9, buyable: true, stock: 7 },
};
const original = {
  ...{ id: '10000000-0000-4000-8000-000000000001', name: 'Maya', email: 'maya@mail.example' },
  ...{ phone: '', address: '12 Ridge Road', ship_country: 'US', ship_region: null },
  order_items: [
    { id: resin.id, name: 'Resin', weight: '30g', price: 49.9, quantity: 2 },
    { name: 'Of the past', price: 1, quantity: 1 },
  ],
};
const quoted = {
  ...{ subtotal: 9980, discount: 0, delivery: 0, tax: 0, taxIncluded: 0, total: 9980 },
  ...{ rates: [], deliveryRateId: null, needsDestination: false, countries: [] },
  ...{ freeDeliveryFrom: null, problems: [] as object[] },
};
const placed = '30000000-0000-4000-8000-000000000001';
const button = (name: string | RegExp) => page.getByRole('button', { name });

/** `place` responds to the form. */
function answerShop(
  place: (call: Call) => ReturnType<Parameters<typeof answerCalls>[0]>,
  quote: object | ((call: Call) => object | Promise<object>) = quoted,
) {
  return answerCalls(async (call) => {
    if (call.path.includes('admin_list')) return { body: { rows: [resin], total: 1, more: false } };
    if (call.path.includes('/orders?')) return { body: [original] };
    if (call.path.endsWith('/quote')) {
      return { body: typeof quote === 'function' ? await quote(call) : quote };
    }
    if (placing.test(call.path)) return place(call);
    return { body: [] };
  });
}
const placing = /\/(create-manual-order|create-payment-link|add-to-order)$/;
const sent = (calls: readonly Call[]) =>
  calls.filter(({ path }) => placing.test(path)).map(({ body }) => body);
const choose = (way: string) => page.getByRole('radio', { name: way }).click();

async function fillIn(): Promise<void> {
  await button(/Resin/).click();
  await page.getByLabelText('Quantity of Resin').fill('2');
  await page.getByRole('textbox', { name: 'Name' }).fill('Ann');
  await page.getByLabelText('Shipping address').fill('1 Main St');
}

it('says at its field what is missing, and sends what was typed', async () => {
  const calls = answerShop(() => ({ body: { orderId: placed } }));
  await renderAdmin('/admin/orders/new', <NewOrderScreen />);
  await choose('Paid outside the shop');
  await button('Place the order').click();
  await expect.element(page.getByText('Add at least one product.')).toBeVisible();
  await expect.element(page.getByText('Enter the name.')).toBeVisible();
  await expect.element(page.getByText('Enter the address.')).toBeVisible();
  await fillIn();
  await expect.element(page.getByText('$99.80').first()).toBeVisible();
  await page.getByLabelText('Reference').fill('RF18');
  await button('Place the order').click();
  await expect.element(page.getByText('Order #30000000')).toBeVisible();
  expect(sent(calls)).toEqual([
    {
      items: [{ id: resin.id, weight: '30g', quantity: 2 }],
      ...{ discountCode: '', deliveryRateId: null, destination: null },
      customer: { name: 'Ann', email: '', phone: '', address: '1 Main St' },
      payment: { kind: 'outside', paidBy: 'bank_transfer', reference: 'RF18', tell: true },
      seen: { totalCents: 9980 },
    },
  ]);
});

it('keeps what was typed and its key when the answer is lost, and after a reload', async () => {
  const keys: (string | null)[] = [];
  const stub = answerShop(() => broken);
  const screen = await renderAdmin('/admin/orders/new', <NewOrderScreen />);
  await choose('Paid outside the shop');
  await fillIn();
  await button('Place the order').click();
  await expect.element(page.getByText(/Please try again/)).toBeVisible();
  await button('Place the order').click();
  await expect.poll(() => sent(stub)).toHaveLength(2);
  for (const [, init] of (window.fetch as unknown as { mock: { calls: [string, RequestInit][] } })
    .mock.calls) {
    keys.push(new Headers(init?.headers).get('idempotency-key'));
  }
  const used = keys.filter(Boolean);
  expect(used).toHaveLength(2);
  expect(new Set(used).size).toBe(1);
  await screen.unmount();
  await renderAdmin('/admin/orders/new', <NewOrderScreen />);
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Ann');
  await expect.element(page.getByLabelText('Quantity of Resin')).toHaveValue('2');
  await button('Start over').click();
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('');
});

it('keeps what is changed while an order is placed, as another order', async () => {
  const { promise: held, resolve: answerNow } = Promise.withResolvers<void>();
  const keys: (string | null)[] = [];
  const calls = answerShop(() => held.then(() => ({ body: { orderId: placed } })));
  const screen = await renderAdmin('/admin/orders/new', <NewOrderScreen />);
  const name = page.getByRole('textbox', { name: 'Name' });
  await choose('Paid outside the shop');
  await fillIn();
  await button('Place the order').click();
  await expect.element(button('Sending...')).toBeVisible();
  await name.fill('Ann Ridge');
  answerNow();
  await expect.element(page.getByText(/What you changed meanwhile is not in it/)).toBeVisible();
  await screen.unmount();
  await renderAdmin('/admin/orders/new', <NewOrderScreen />);
  await expect.element(name).toHaveValue('Ann Ridge');
  await button('Place the order').click();
  await expect.poll(() => sent(calls)).toHaveLength(2);
  for (const [, init] of (window.fetch as unknown as { mock: { calls: [string, RequestInit][] } })
    .mock.calls) {
    keys.push(new Headers(init?.headers).get('idempotency-key'));
  }
  expect(new Set(keys.filter(Boolean)).size).toBe(2);
});

it('sends nothing that cannot be ordered like this', async () => {
  const problem = { code: 'out_of_stock', message: 'Only 1 of Resin is left.' };
  const calls = answerShop(() => ({ body: {} }), { ...quoted, problems: [problem] });
  await renderAdmin('/admin/orders/new', <NewOrderScreen />);
  await choose('Paid outside the shop');
  await fillIn();
  await expect.element(page.getByText('Only 1 of Resin is left.')).toBeVisible();
  await button('Place the order').click();
  expect(sent(calls)).toEqual([]);
  await button('Start over').click();
});

it('sends nothing while the total of what was typed last is still being calculated', async () => {
  const { promise: held, resolve: answerNow } = Promise.withResolvers<void>();
  const totals = [4990, 9980];
  const calls = answerShop(
    () => ({ body: { orderId: placed } }),
    async () => {
      const [total = 0] = totals;
      if (totals.length === 1) await held;
      else totals.shift();
      return { ...quoted, subtotal: total, total };
    },
  );
  await renderAdmin('/admin/orders/new', <NewOrderScreen />);
  await choose('Paid outside the shop');
  await button(/Resin/).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Ann');
  await page.getByLabelText('Shipping address').fill('1 Main St');
  await expect.element(button('Place the order')).toBeEnabled();
  await page.getByLabelText('Quantity of Resin').fill('2');
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Calculating the total...')).toBeVisible();
  await page.getByLabelText('Quantity of Resin').click();
  await userEvent.keyboard('{Enter}');
  expect(sent(calls)).toEqual([]);
  answerNow();
  await button('Place the order').click();
  await expect.element(page.getByText('Order #30000000')).toBeVisible();
  expect(sent(calls)).toMatchObject([{ seen: { totalCents: 9980 } }]);
});

it('shows a total that has changed, and sends it once it was pressed again', async () => {
  let total = 9980;
  const message = 'The total has changed from $99.80 to $109.80.';
  const calls = answerShop(
    ({ body }) => {
      total = 10980;
      return body?.seen?.totalCents === total
        ? { body: { orderId: placed } }
        : { status: 409, body: { error: { code: 'amount_changed', message } } };
    },
    () => ({ ...quoted, subtotal: total, total }),
  );
  await renderAdmin('/admin/orders/new', <NewOrderScreen />);
  await choose('Paid outside the shop');
  await fillIn();
  await button('Place the order').click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(message);
  await expect.element(page.getByText('$109.80', { exact: true }).first()).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Ann');
  await button('Place the order').click();
  await expect.element(page.getByText('Order #30000000')).toBeVisible();
  expect(sent(calls).map(({ seen }) => seen)).toEqual([
    { totalCents: 9980 },
    { totalCents: 10980 },
  ]);
});

it('sends the delivery that is shown once the chosen one is no longer offered', async () => {
  const rates = [
    { id: '40000000-0000-4000-8000-000000000001', name: 'Letter', price: 500, daysTo: null },
    { id: '40000000-0000-4000-8000-000000000002', name: 'Express', price: 900, daysTo: null },
  ];
  const [letter, express] = rates;
  const code = 'delivery_unavailable';
  const message = 'This delivery is no longer offered for this order. Please choose another.';
  let offered = rates;
  const answerQuote = ({ body }: Call) => {
    const chosen = offered.find(({ id }) => id === (body?.deliveryRateId ?? offered[0]?.id));
    const amounts = { delivery: chosen?.price ?? 0, total: 9980 + (chosen?.price ?? 0) };
    const problems = chosen ? [] : [{ code, message }];
    return { ...quoted, ...amounts, rates: offered, deliveryRateId: chosen?.id ?? null, problems };
  };
  const calls = answerShop(({ body }) => {
    if (body?.deliveryRateId !== express?.id) return { body: { orderId: placed } };
    offered = letter ? [letter] : [];
    return { status: 409, body: { error: { code, message } } };
  }, answerQuote);
  const selling = { codes: false, destination: false, delivery: true, regions: {} };
  await renderAdmin('/admin/orders/new', <NewOrderScreen />, { selling });
  await choose('Paid outside the shop');
  await fillIn();
  await choose('Express');
  await expect.element(page.getByText('$108.80', { exact: true }).first()).toBeVisible();
  await button('Place the order').click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(message);
  await expect.element(page.getByText('$104.80', { exact: true }).first()).toBeVisible();
  await button('Place the order').click();
  await expect.element(page.getByText('Order #30000000')).toBeVisible();
  expect(sent(calls)).toMatchObject([
    { deliveryRateId: express?.id, seen: { totalCents: 10880 } },
    { deliveryRateId: null, seen: { totalCents: 10480 } },
  ]);
});

it('replaces an order at no charge, with its customer and what of it is still sold', async () => {
  const calls = answerShop(() => ({ body: { orderId: placed } }));
  await renderAdmin(`/admin/orders/new?replaces=${original.id}`, <NewOrderScreen />);
  await expect.element(page.getByRole('heading', { name: /#10000000/ })).toBeVisible();
  await expect.element(page.getByText('$0.00').first()).toBeVisible();
  await button('Place the replacement').click();
  await expect.element(page.getByText('Enter the reason.')).toBeVisible();
  await page.getByLabelText('Reason').fill('Arrived broken');
  await button('Place the replacement').click();
  await expect.element(page.getByText('Order #30000000')).toBeVisible();
  expect(sent(calls)).toEqual([
    {
      items: [{ id: resin.id, weight: '30g', quantity: 2 }],
      customer: { name: 'Maya', email: 'maya@mail.example', phone: '', address: '12 Ridge Road' },
      payment: { kind: 'replacement', replaces: original.id, reason: 'Arrived broken' },
    },
  ]);
});

it('makes a link, to be copied, and needs an address to email it', async () => {
  const made = {
    ...{ linkId: placed, url: 'https://shop.example/pay#token=abc', emailed: true },
    expiresAt: '2026-12-01T12:00:00Z',
  };
  const calls = answerShop(() => ({ body: made }));
  await renderAdmin('/admin/orders/new', <NewOrderScreen />);
  await button(/Resin/).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Ann');
  await button('Make the link').click();
  await expect.element(page.getByText(/Enter an email address, or/)).toBeVisible();
  await page.getByLabelText('Email', { exact: true }).fill('ann@mail.example');
  await page.getByLabelText('Valid for').selectOptions('14 days');
  await button('Make the link').click();
  await expect.element(page.getByText(made.url)).toBeVisible();
  await expect.element(page.getByText(/It was sent to the customer/)).toBeVisible();
  expect(sent(calls)).toEqual([
    {
      items: [{ id: resin.id, weight: '30g', quantity: 1 }],
      ...{ discountCode: '', deliveryRateId: null, destination: null },
      customer: { name: 'Ann', email: 'ann@mail.example', phone: '', address: '' },
      ...{ days: 14, tell: true, seen: { totalCents: 9980 } },
    },
  ]);
});

it('adds items to an order, without asking who it is for', async () => {
  const calls = answerShop(() => broken);
  await renderAdmin(`/admin/orders/new?adds=${original.id}`, <NewOrderScreen />);
  await expect.element(page.getByText(/no delivery/)).toBeVisible();
  await button(/Resin/).click();
  await button('Make the link').click();
  await expect.element(page.getByText(/Please try again/)).toBeVisible();
  const items = [{ id: resin.id, weight: '30g', quantity: 1 }];
  const seen = { totalCents: 9980 };
  expect(sent(calls)).toEqual([{ items, orderId: original.id, days: 7, tell: true, seen }]);
  const quotes = calls.filter(({ path }) => path.endsWith('/quote'));
  expect(quotes.at(-1)?.body).toMatchObject({ items, withoutDelivery: true });
  await button('Start over').click();
});
