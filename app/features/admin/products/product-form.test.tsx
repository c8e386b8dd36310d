import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { RowOf } from '#app/features/admin/data/use-admin-calls.ts';
import { answerCalls } from '#tests/components/answer-calls.ts';
import { renderAdmin } from '#tests/components/render-admin.tsx';
import { ProductForm } from './product-form.tsx';
import { emptyProduct, toProductRow, toProductValues } from './product-values.ts';

it('shows a weight that is not offered, and asks for another before saving', async () => {
  const calls = answerCalls(() => ({ body: [] }));
  const loaded = {
    ...toProductRow({ ...emptyProduct, name: 'Pure Resin', price: '49.90' }),
    id: '10000000-0000-4000-8000-000000000001',
    updated_at: '2026-11-20T12:00:00Z',
    weight_type: '60ml',
  } as RowOf<'products'>;
  await renderAdmin(
    `/admin/products/${loaded.id}`,
    <ProductForm heading="Pure Resin" initial={toProductValues(loaded)} loaded={loaded} />,
  );
  const weight = page.getByLabelText('Weight');
  await expect.element(weight).toHaveValue('60ml');
  await page.getByLabelText('Price').fill('52');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(weight).toHaveAccessibleDescription('Choose 30ml or 30g.');
  expect(calls.filter(({ method }) => method === 'PATCH')).toEqual([]);
  await weight.selectOptions('30g');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => calls.find(({ method }) => method === 'PATCH')?.body)
    .toMatchObject({ weight_type: '30g' });
});
