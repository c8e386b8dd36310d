import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { TextField } from '#app/components/forms/text-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { messageOf } from '../data/admin-failure.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { useConfirm } from '../dialogs/confirm.tsx';
import { FormSection } from '../form/form-section.tsx';
import { SelectField } from '../form/select-field.tsx';
import { alwaysRestore, useStoredState } from '../form/use-stored-state.ts';
import { Moment } from '../table/moment.tsx';
import { listKey } from '../table/use-list.ts';
import { heldByOrders } from './held-stock.ts';

const actions = {
  received: 'Received: add to the stock',
  corrected: 'Correct: add, or subtract with −',
  counted: 'Counted: this many are here',
  stop: 'Stop counting this product',
} as const;
type Action = keyof typeof actions;

const stopQuestion = {
  title: 'Stop counting this product?',
  text: 'It is sold as often as it is ordered from then on, and today’s count is not kept.',
  confirm: 'Stop counting',
};

const reasons: Record<string, string> = {
  sold: 'Sold',
  released: 'Released by an unpaid order',
  returned: 'Returned',
  counted: 'Counted',
  received: 'Received',
  corrected: 'Corrected',
};

/** A change being entered. If it is sent again because the response was lost, it is the same request. */
interface TypedChange {
  action: Action;
  amount: string;
  request: string;
  /** The last change sent without a response: if typed again, it is the same request too. */
  unanswered?: Omit<TypedChange, 'unanswered'> | undefined;
}

/** Units that are still on the shelf but not in stock, because they belong to orders. */
function describeHeldStock(toShip: number, waiting: number): string {
  const parts = [
    toShip > 0 ? `${toShip} sold and not shipped yet` : '',
    waiting > 0 ? `${waiting} kept for unpaid orders` : '',
  ].filter(Boolean);
  return parts.length > 0
    ? ` Besides, ${parts.join(' and ')}: leave these out when you count.`
    : '';
}

/** Sets the number of jars. Separate from the form, because sales continue while that is open. */
export function StockSection({ productId }: { productId: string }) {
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const key = ['stock', productId];
  const { data } = useQuery({
    queryKey: key,
    queryFn: async () => {
      const [products, movements, ordered] = await Promise.all([
        calls.run((tables) => tables.from('products').select('stock').eq('id', productId)),
        calls.run((tables) =>
          tables
            .from('stock_movements')
            .select('id, change, reason, request, created_at')
            .eq('product_id', productId)
            .order('id', { ascending: false })
            .limit(10),
        ),
        calls.run((tables) => heldByOrders(tables, productId)),
      ]);
      const taken = (isWaiting: boolean) =>
        ordered
          .filter(({ order }) => (order.payment_status === 'pending') === isWaiting)
          .reduce((sum, { change }) => sum - change, 0);
      return {
        stock: products[0]?.stock ?? null,
        movements,
        toShip: taken(false),
        waiting: taken(true),
      };
    },
  });
  const ask = useConfirm();
  const [typed, setTyped] = useStoredState<TypedChange>(`stock:${productId}`, alwaysRestore);
  const { action = 'received', amount = '' } = typed ?? {};
  const enter = (edited: { action?: Action; amount?: string }) => {
    const next = { action, amount, ...edited };
    const sent = typed?.unanswered;
    const isSame = sent?.action === next.action && sent.amount.trim() === next.amount.trim();
    setTyped({ ...next, unanswered: sent, request: isSame ? sent.request : crypto.randomUUID() });
  };
  const [error, setError] = useState<string>();
  const change = useMutation({
    mutationFn: ({ action, amount, request }: TypedChange) =>
      calls.run((tables) =>
        tables.rpc('change_stock', {
          product_id: productId,
          reason: action === 'stop' ? 'counted' : action,
          amount: (action === 'stop' ? null : Number(amount.replace('−', '-'))) as number,
          request,
        }),
      ),
    onMutate: ({ unanswered: _before, ...sent }) =>
      setTyped((now) => now && { ...now, unanswered: sent }),
    onSuccess: (_stock, { request }) => noteStored(request),
    onError: (failure) =>
      showToast({
        title: 'Failed to save the stock',
        description: messageOf(failure),
        variant: 'destructive',
      }),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: key }),
        queries.invalidateQueries({ queryKey: listKey('products') }),
      ]),
  });

  function noteStored(request: string): void {
    setTyped((now) => (!now || now.request === request ? null : { ...now, unanswered: undefined }));
    showToast({ title: 'Stock saved' });
  }
  const latest = useRef(noteStored);
  latest.current = noteStored;
  const unheard = change.isPending ? undefined : typed?.unanswered?.request;
  const isStored = data?.movements.some(({ request }) => request !== null && request === unheard);
  useEffect(() => {
    if (isStored && unheard) latest.current(unheard);
  }, [isStored, unheard]);

  async function save(): Promise<void> {
    const wanted = action === 'corrected' ? /^[-−]?\d{1,7}$/ : /^\d{1,7}$/;
    const isAmount = action === 'stop' || wanted.test(amount.trim());
    setError(isAmount ? undefined : 'Enter a whole number.');
    if (!isAmount || !typed || change.isPending) return;
    if (action === 'stop' && !(await ask(stopQuestion))) return;
    change.mutate(typed);
  }

  if (!data) return null;
  const { stock, movements, toShip, waiting } = data;
  return (
    <div className="mt-5 lg:mr-[21.25rem]">
      <FormSection
        title="Stock"
        description={
          stock === null
            ? 'Not counted: this product is sold as often as it is ordered.'
            : `${stock} in stock${stock === 0 ? ': shown as sold out' : ''}.${describeHeldStock(toShip, waiting)}`
        }
      >
        <form
          aria-label="Change the stock"
          noValidate
          className="flex flex-wrap items-start gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <SelectField
            label="What happened"
            options={Object.entries(actions)
              .filter(([value]) => stock !== null || value === 'received' || value === 'counted')
              .map(([value, label]) => ({ value, label }))}
            value={action}
            onChange={({ target }) => enter({ action: target.value as Action })}
          />
          {action === 'stop' ? null : (
            <TextField
              compact
              label="Amount"
              name="amount"
              inputMode="numeric"
              autoComplete="off"
              value={amount}
              error={error}
              onChange={({ target }) => enter({ amount: target.value })}
              className="w-32"
            />
          )}
          <Button type="submit" aria-disabled={change.isPending} className="self-end">
            {change.isPending ? 'Saving...' : 'Save stock'}
          </Button>
        </form>
        {movements.length > 0 ? (
          <ul aria-label="Latest changes" className="divide-y divide-line text-sm">
            {movements.map((each) => (
              <li key={each.id} className="flex gap-4 py-2">
                <span className="min-w-0 flex-1">
                  {reasons[each.reason] ?? each.reason}
                  <span className="block text-ink-soft">
                    <Moment at={each.created_at} />
                  </span>
                </span>
                <span className="w-16 text-right tabular-nums">
                  {each.change > 0 ? `+${each.change}` : each.change}
                </span>
              </li>
            ))}
          </ul>
        ) : null}
      </FormSection>
    </div>
  );
}
