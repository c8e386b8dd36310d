import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, broken } from '#tests/components/answer-calls.ts';
import { renderAdmin } from '#tests/components/render-admin.tsx';
import { StockSection } from './stock-section.tsx';

const productId = '10000000-0000-4000-8000-000000000001';

/** Simulates the stock of one product as the database does; the first response can be lost. */
function openStock(stock: number | null, { losesFirst = false, ordered = [] as object[] } = {}) {
  const state = { stock, requests: new Set<string>(), losesFirst, movements: [] as object[] };
  const calls = answerCalls(({ path, body }) => {
    if (path.startsWith('/rest/v1/products')) return { body: [{ stock: state.stock }] };
    if (path.includes('orders!inner')) return { body: ordered };
    if (path.startsWith('/rest/v1/stock_movements')) return { body: state.movements };
    if (!state.requests.has(body.request)) {
      state.stock =
        body.reason === 'counted' ? body.amount : (state.stock ?? 0) + Number(body.amount);
    }
    state.requests.add(body.request);
    const isLost = state.losesFirst;
    state.losesFirst = false;
    return isLost ? broken : { body: state.stock };
  });
  return { state, calls };
}

const save = () => page.getByRole('button', { name: 'Save stock' }).click();
const amount = () => page.getByLabelText('Amount');

it('begins to count a product, and adds what was received', async () => {
  const { state } = openStock(null);
  await renderAdmin('/admin/products', <StockSection productId={productId} />);
  await expect.element(page.getByText('Not counted')).toBeVisible();
  await amount().fill('20');
  await save();
  await expect.element(page.getByText('20 in stock.')).toBeVisible();
  await amount().fill('5');
  await save();
  await expect.poll(() => state.stock).toBe(25);
});

it('adds once what is sent again because its answer was lost', async () => {
  const { state } = openStock(10, { losesFirst: true });
  await renderAdmin('/admin/products', <StockSection productId={productId} />);
  await amount().fill('5');
  await save();
  await expect.element(page.getByText('Failed to save the stock')).toBeVisible();
  await save();
  await expect.element(page.getByText('15 in stock.')).toBeVisible();
  expect(state.requests.size).toBe(1);
});

it('adds once what is typed anew after its answer was lost', async () => {
  const { state } = openStock(10, { losesFirst: true });
  await renderAdmin('/admin/products', <StockSection productId={productId} />);
  await amount().fill('5');
  await save();
  await expect.element(page.getByText('Failed to save the stock')).toBeVisible();
  await amount().fill('');
  await amount().fill('5');
  await save();
  await expect.element(page.getByText('Stock saved')).toBeVisible();
  expect(state.stock).toBe(15);
  await amount().fill('5');
  await save();
  await expect.element(page.getByText('20 in stock.')).toBeVisible();
});

it('says that a change was saved once it is among the latest ones', async () => {
  const { state, calls } = openStock(10, { losesFirst: true });
  await renderAdmin('/admin/products', <StockSection productId={productId} />);
  await expect.element(page.getByText('10 in stock.')).toBeVisible();
  const sent = () => calls.filter(({ path }) => path.includes('/rpc/'));
  Object.defineProperty(state, 'movements', {
    get: () =>
      sent().map(({ body }, id) => ({
        ...{ id, change: body.amount, reason: body.reason, request: body.request },
        created_at: '2026-11-20T12:00:00Z',
      })),
  });
  await amount().fill('5');
  await save();
  await expect.element(page.getByText('Stock saved')).toBeVisible();
  await expect.element(amount()).toHaveValue('');
  expect(state.stock).toBe(15);
  // Another delivery of the same size is a new request.
  await amount().fill('5');
  await save();
  await expect.element(page.getByText('20 in stock.')).toBeVisible();
});

it('keeps what was entered over a reload, and its request', async () => {
  const { state } = openStock(10, { losesFirst: true });
  const screen = await renderAdmin('/admin/products', <StockSection productId={productId} />);
  await amount().fill('5');
  await save();
  await expect.element(page.getByText('Failed to save the stock')).toBeVisible();
  await screen.unmount();
  await renderAdmin('/admin/products', <StockSection productId={productId} />);
  await expect.element(amount()).toHaveValue('5');
  await save();
  await expect.element(page.getByText('15 in stock.')).toBeVisible();
  await expect.element(amount()).toHaveValue('');
  await amount().fill('5');
  await save();
  await expect.element(page.getByText('20 in stock.')).toBeVisible();
  expect(state.requests.size).toBe(2);
});

it('asks before it stops counting, and then begins anew', async () => {
  const { state } = openStock(10);
  await renderAdmin('/admin/products', <StockSection productId={productId} />);
  await page.getByLabelText('What happened').selectOptions('stop');
  await save();
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(state.stock).toBe(10);
  await save();
  await page.getByRole('button', { name: 'Stop counting' }).click();
  await expect.element(page.getByText('Not counted')).toBeVisible();
  await expect.element(amount()).toBeVisible();
});

it('says what on the shelf belongs to orders already', async () => {
  const of = (payment_status: string, change: number) => ({ change, order: { payment_status } });
  openStock(3, { ordered: [of('paid', -2), of('pending', -1), of('review', -1)] });
  await renderAdmin('/admin/products', <StockSection productId={productId} />);
  await expect
    .element(page.getByText('Besides, 3 sold and not shipped yet and 1 kept for unpaid orders'))
    .toBeVisible();
});

it('says at the field what is no amount, and asks nobody', async () => {
  const { calls } = openStock(10);
  await renderAdmin('/admin/products', <StockSection productId={productId} />);
  await amount().fill('a few');
  await save();
  await expect.element(page.getByText('Enter a whole number.')).toBeVisible();
  expect(calls.filter(({ path }) => path.includes('/rpc/'))).toEqual([]);
});
