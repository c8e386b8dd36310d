import { useEffect } from 'react';
import { openTables } from '#app/lib/open-tables.ts';

/** Counted in this tab already, so that going back and forth does not ask again. */
const counted = new Set<string>();

/**
 * Raises view_count by one once the page is at rest. The page itself may be an older copy, so the
 * count is read first; the database decides whether this visitor counts (architecture §5.6).
 */
export function useCountView(productId: string, publishableKey: string): void {
  useEffect(() => {
    if (counted.has(productId)) return;
    const wait = window.requestIdleCallback ?? ((callback) => window.setTimeout(callback, 1500));
    const cancel = window.cancelIdleCallback ?? window.clearTimeout;
    const waiting = wait(() => {
      counted.add(productId);
      countView(productId, publishableKey).catch(() => counted.delete(productId));
    });
    return () => cancel(waiting);
  }, [productId, publishableKey]);
}

async function countView(productId: string, publishableKey: string): Promise<void> {
  const products = (await openTables(publishableKey)).from('products');
  const { data } = await products.select('view_count').eq('id', productId).maybeSingle();
  if (data) await products.update({ view_count: data.view_count + 1 }).eq('id', productId);
}
