import { useQueryClient } from '@tanstack/react-query';
import { showToast } from '#app/components/ui/toast.ts';
import { messageOf } from '../data/admin-failure.ts';
import { type RowOf, useAdminCalls } from '../data/use-admin-calls.ts';
import { useConfirm } from '../dialogs/confirm.tsx';
import { listKey } from '../table/use-list.ts';

type Product = RowOf<'products'>;

/** What the table of products does to one or many. */
export function useProductActions() {
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const ask = useConfirm();
  const readAnew = () => queries.invalidateQueries({ queryKey: listKey('products') });
  const idsOf = (products: readonly Product[]) => products.map(({ id }) => id);

  return {
    /** Resolves to whether they were deleted. */
    async remove(products: readonly Product[]): Promise<boolean> {
      const [first] = products;
      const several = products.length > 1;
      const agreed = await ask({
        title: several ? `Delete ${products.length} products?` : `Delete "${first?.name}"?`,
        text: `${several ? 'They leave' : 'It leaves'} the shop at once. Orders keep what was bought.`,
        confirm: 'Delete',
        danger: true,
      });
      if (!agreed) return false;
      try {
        await calls.run((tables) => tables.from('products').delete().in('id', idsOf(products)));
        showToast({ title: 'Product deleted successfully!', description: countOf(products) });
        return true;
      } catch (error) {
        showToast({
          title: 'Error deleting product',
          description: messageOf(error),
          variant: 'destructive',
        });
        return false;
      } finally {
        await readAnew();
      }
    },

    async setSoldOut(products: readonly Product[], soldOut: boolean): Promise<void> {
      try {
        await calls.run((tables) =>
          tables.from('products').update({ sold_out: soldOut }).in('id', idsOf(products)),
        );
        showToast({ title: 'Product updated successfully!', description: countOf(products) });
      } catch (error) {
        showToast({
          title: 'Error updating product',
          description: messageOf(error),
          variant: 'destructive',
        });
      } finally {
        await readAnew();
      }
    },
  };
}

function countOf(products: readonly Product[]): string | undefined {
  return products.length > 1 ? `${products.length} products` : products[0]?.name;
}
