import { showToast } from '#app/components/ui/toast.ts';
import { readCustomer } from '#app/lib/open-auth.ts';
import { openTables } from '#app/lib/open-tables.ts';
import { renewSession } from '#app/lib/renew-session.ts';
import type { CartLine } from '#domain/cart.ts';
import { toStoredLine } from '#domain/line.ts';
import { toCents } from '#domain/money.ts';
import type { Database } from '#supabase/database.gen.ts';
import type { AccountCart, CartAnswer } from './sync-cart.ts';

type CartItem = Database['public']['Tables']['cart_items']['Row'];

/** Statuses that say nothing about the cart: try again later. 0 means that there was no response. */
const passing = new Set([0, 401, 408, 429, 502, 503, 504]);

/** The customer's cart through the REST API (requirements §3.8). */
export function createAccountCart(publishableKey: string): AccountCart {
  async function ask(
    call: (tables: Awaited<ReturnType<typeof openTables>>) => PromiseLike<Answer>,
  ): Promise<CartAnswer> {
    const customer = await readCustomer(publishableKey);
    if (customer.kind !== 'customer') return { kind: 'unreachable' };
    try {
      const { data, status } = await call(await openTables(publishableKey, customer.headers));
      if (data) return { kind: 'lines', lines: toLines(data) };
      if (status === 401 && !(await renewSession(publishableKey))) tellEnded();
      return { kind: passing.has(status) ? 'unreachable' : 'refused' };
    } catch {
      return { kind: 'unreachable' };
    }
  }
  return {
    read: () => ask((tables) => tables.from('cart_items').select()),
    replace: (lines, base) =>
      ask((tables) =>
        tables.rpc('replace_cart', { items: lines.map(toItem), base: base.map(toItem) }),
      ),
  };
}

function tellEnded(): void {
  // Checkout shows its own message.
  if (window.location.pathname === '/checkout') return;
  showToast({
    title: 'Your session has expired',
    description: 'Please sign in again. Your cart is saved.',
    variant: 'destructive',
  });
}

interface Answer {
  data: CartItem[] | null;
  status: number;
}

function toItem(line: CartLine) {
  const { id, name, weight, price, quantity } = toStoredLine(line);
  return { product_id: id, product_name: name, weight, price, quantity };
}

/** Uses what the customer last saw; the catalog provides current values and the picture. */
function toLines(items: readonly CartItem[]): CartLine[] {
  return items
    .toSorted((a, b) => a.position - b.position)
    .map(({ product_id, seen_name, weight, seen_price, quantity }) => ({
      id: product_id,
      name: seen_name,
      weight,
      priceCents: toCents(seen_price),
      quantity,
      imageUrl: '',
    }));
}
