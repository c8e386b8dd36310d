import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { CartLine } from '#domain/cart.ts';
import { type Catalog, checkCart } from '#domain/check-cart.ts';
import { renderAt } from '#tests/components/render-at.tsx';
import { CartLines } from './cart-lines.tsx';
import { cartStore, useCart } from './store/cart-store.ts';

const line = (id: string, name: string): CartLine => ({
  id,
  name,
  weight: '30g',
  priceCents: 1000,
  quantity: 2,
  imageUrl: '',
});
const product = (id: string, name: string) => ({
  id,
  name,
  slug: id,
  price: 10,
  weight_type: '30g',
  buyable: true,
  sold_out: false,
  stock: null,
  image_url: '',
});

function Lines({ catalog }: { catalog: Catalog }) {
  return <CartLines lines={checkCart(useCart().lines, catalog).lines} />;
}

async function showCart(lines: CartLine[], catalog: Catalog): Promise<void> {
  cartStore.replace(lines);
  await renderAt('/cart', <Lines catalog={catalog} />);
}

const rowOf = (name: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: `Remove ${name}`, exact: true }) });

it('changes the quantity of one line and its total alone', async () => {
  await showCart([line('resin', 'Resin'), line('drops', 'Drops')], new Map());
  await expect.element(rowOf('Resin')).toMatchTextContent(/\$20\.00/);
  await rowOf('Resin').getByRole('group').getByRole('button').nth(1).click();
  await expect.element(rowOf('Resin')).toMatchTextContent(/\$30\.00/);
  await expect.element(rowOf('Drops')).toMatchTextContent(/\$20\.00/);
  expect(cartStore.getSnapshot().lines.map(({ quantity }) => quantity)).toEqual([3, 2]);
});

it('takes a line out, and puts it back where it stood', async () => {
  await showCart([line('resin', 'Resin'), line('drops', 'Drops')], new Map());
  await page.getByRole('button', { name: 'Remove Resin' }).click();
  await expect.element(page.getByText('Resin removed')).toBeVisible();
  const undo = page.getByRole('button', { name: 'Undo removing Resin' });
  await expect.element(undo).toHaveFocus();
  expect(cartStore.getSnapshot().lines.map(({ id }) => id)).toEqual(['drops']);
  await undo.click();
  await expect.element(page.getByRole('button', { name: 'Remove Resin' })).toHaveFocus();
  expect(cartStore.getSnapshot().lines.map(({ id }) => id)).toEqual(['resin', 'drops']);
});

it('shows what is sold out, gone, renamed or repriced so', async () => {
  const lines = ['sold', 'gone', 'renamed', 'repriced'].map((id) => line(id, `The ${id}`));
  await showCart(
    lines,
    new Map([
      ['sold', { ...product('sold', 'The sold'), buyable: false }],
      ['gone', null],
      ['renamed', product('renamed', 'Another name')],
      ['repriced', { ...product('repriced', 'The repriced'), price: 12.5 }],
    ]),
  );
  const sold = rowOf('The sold');
  await expect.element(sold).toMatchTextContent(/Sold out/);
  await expect.element(sold).toMatchTextContent(/Not included in the total/);
  await expect.element(sold.getByRole('group')).not.toBeInTheDocument();
  const gone = rowOf('The gone');
  await expect.element(gone).toMatchTextContent(/Unavailable/);
  await expect.element(gone).toMatchTextContent(/Not included in the total/);
  await expect.element(gone.getByRole('link')).not.toBeInTheDocument();
  const renamed = rowOf('Another name');
  await expect.element(renamed.getByRole('link', { name: 'Another name' })).toBeVisible();
  await expect.element(renamed).toMatchTextContent(/New name/);
  const repriced = rowOf('The repriced');
  await expect.element(repriced).toMatchTextContent(/New price/);
  await expect.element(repriced).toMatchTextContent(/\$12\.50 each/);
  await expect.element(repriced).toMatchTextContent(/\$25\.00/);
});

it('says in words that a cart which storage does not take is lost with the page', async () => {
  await showCart([line('resin', 'Resin')], new Map());
  const words = page.getByText(/save your cart: closing or reloading this page empties it/);
  await expect.element(words).not.toBeInTheDocument();
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full.', 'QuotaExceededError');
  });
  onTestFinished(() => full.mockRestore());
  await rowOf('Resin').getByRole('group').getByRole('button').nth(1).click();
  await expect.element(words).toBeVisible();
  await expect.element(rowOf('Resin')).toMatchTextContent(/\$30\.00/);
  full.mockRestore();
  await rowOf('Resin').getByRole('group').getByRole('button').nth(1).click();
  await expect.element(words).not.toBeInTheDocument();
});
