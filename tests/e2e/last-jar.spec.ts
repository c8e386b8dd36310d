import { openService } from './people.ts';
import { expect, test } from './shop-test.ts';

test('who comes back from the payment page can still buy the last one', async ({ page, shop }) => {
  const service = openService(shop);
  const { data: jar } = await service
    .from('products')
    .insert({ name: 'The last jar', slug: 'the-last-jar', price: 12, stock: 1 })
    .select('id')
    .single()
    .throwOnError();
  await page.goto('/product/the-last-jar');
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(page.getByText('Added to cart')).toBeVisible();
  await page.goto('/checkout');
  await page.getByRole('button', { name: 'Pay $12.00 with Card' }).click();
  await page.waitForURL(/\/stripe\/pay\//);
  const stock = async () => {
    const { data } = await service
      .from('products')
      .select('stock')
      .eq('id', jar?.id ?? '')
      .single();
    return data?.stock;
  };
  expect(await stock()).toBe(0);

  await page.getByRole('link', { name: 'Back to the shop' }).click();
  await expect(page.getByText('The payment was canceled, and you were not charged.')).toBeVisible();
  await expect(page.getByText('Currently sold out')).toHaveCount(0);
  await page.getByRole('button', { name: 'Pay $12.00 with Card' }).click();
  await page.waitForURL(/\/stripe\/pay\//);
  expect(await stock()).toBe(0);

  const answer = await fetch(`${shop.origin}/product/the-last-jar`);
  expect(await answer.text()).toContain('Sold Out');
});
