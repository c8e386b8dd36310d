import type { RowOf } from '../data/use-admin-calls.ts';
import { idsOf, useRowActions } from '../data/use-row-actions.ts';

type Product = RowOf<'products'>;

/** Actions of the product table on one or several products. */
export function useProductActions() {
  const actions = useRowActions('products');

  const update = (
    products: readonly Product[],
    change: Partial<Pick<Product, 'sold_out' | 'published'>>,
  ): Promise<boolean> =>
    actions.change(
      (calls) =>
        calls.run((tables) => tables.from('products').update(change).in('id', idsOf(products))),
      {
        done: 'Product updated successfully!',
        failed: 'Error updating product',
        about: countOf(products),
      },
    );

  return {
    /** Resolves to whether they were deleted. */
    remove(products: readonly Product[]): Promise<boolean> {
      const [first] = products;
      const several = products.length > 1;
      return actions.remove({
        title: several ? `Delete ${products.length} products?` : `Delete "${first?.name}"?`,
        text: `${several ? 'They disappear' : 'It disappears'} from the shop immediately. Past orders are not affected.`,
        done: 'Product deleted successfully!',
        failed: 'Error deleting product',
        about: countOf(products),
        from: 'products',
        rows: products,
      });
    },

    setSoldOut: (products: readonly Product[], soldOut: boolean) =>
      update(products, { sold_out: soldOut }),

    setPublished: (products: readonly Product[], published: boolean) =>
      update(products, { published }),
  };
}

function countOf(products: readonly Product[]): string | undefined {
  return products.length > 1 ? `${products.length} products` : products[0]?.name;
}
