import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { ProductSummary } from '#domain/product.ts';
import { renderAt } from '#tests/components/render-at.tsx';
import { ProductCard } from './product-card.tsx';

const resin: ProductSummary = {
  id: 'resin',
  name: 'Resin',
  path: '/product/resin',
  priceCents: 3990,
  weight: '30g',
  soldOut: false,
  image: '/placeholder.svg',
};

const showCard = (product: ProductSummary) =>
  renderAt('/products', <ProductCard product={product} priority={false} heading="h2" />);

it('says in words what a struck-through price means', async () => {
  await showCard({ ...resin, wasCents: 4900 });
  const former = page.getByText('was $49.00', { exact: true });
  await expect.element(former).toBeVisible();
  expect(former.element().localName).toBe('s');
});

it('strikes nothing through without a former price', async () => {
  await showCard(resin);
  await expect.element(page.getByText('$39.90')).toBeVisible();
  expect(document.querySelector('s')).toBeNull();
});
