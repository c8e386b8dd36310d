import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '#tests/components/answer-calls.ts';
import { renderAt } from '#tests/components/render-at.tsx';
import CartDrawer from './cart-drawer.tsx';
import { cartStore } from './store/cart-store.ts';

const idOf = (place: number) => `6a1f7b0e-0000-4000-8000-00000000000${place}`;
const product = (place: number) => ({
  ...{ id: idOf(place), name: `Resin ${place}`, slug: `resin-${place}`, price: 12.5 },
  ...{ weight_type: '30g', buyable: true, sold_out: false, stock: null, image_url: '/product.jpg' },
});

/** Opens the drawer with lines whose price has changed; the suggestions arrive when released. */
async function openDrawer(...places: number[]) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  answerCalls(async ({ path }) => {
    if (!path.includes('related_products')) return { body: places.map(product) };
    await released;
    return { body: [{ related: [product(9)] }] };
  });
  cartStore.replace(
    places.map((place) => ({
      ...{ id: idOf(place), name: `Resin ${place}`, weight: '30g', imageUrl: '' },
      ...{ priceCents: 1000, quantity: 1 },
    })),
  );
  await renderAt('/products', <CartDrawer open onOpenChange={() => {}} />);
  await expect.element(page.getByText('New price').first()).toBeVisible();
  return release;
}

const notice = () => page.getByText('Some products have changed').element();

it('says what has changed where suggestions that come later do not move it', async () => {
  const release = await openDrawer(1);
  // Unlike a client rectangle, `offsetTop` does not change while the drawer slides in.
  const place = () => (notice() as HTMLElement).offsetTop;
  const before = place();
  release();
  await expect.element(page.getByText('You may also like')).toBeInTheDocument();
  expect(place()).toBe(before);
});

it('scrolls the mark of a changed line with the line', async () => {
  await openDrawer(1, 2, 3, 4, 5, 6, 7, 8);
  const line = page.getByRole('listitem').filter({ hasText: 'New price' }).nth(3).element();
  const mark = line.querySelector('.change-mark') as Element;
  const above = () => mark.getBoundingClientRect().top - line.getBoundingClientRect().top;
  const before = above();
  notice().scrollIntoView({ behavior: 'instant' });
  expect(line.getBoundingClientRect().top).toBeLessThan(0);
  expect(above()).toBe(before);
});
