import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { TextField } from '#app/components/forms/text-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { messageOf } from '../data/admin-failure.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { FormSection } from '../form/form-section.tsx';
import { SelectField } from '../form/select-field.tsx';
import { Moment } from '../table/moment.tsx';
import { listKey } from '../table/use-list.ts';

const actions = {
  received: 'Received: add to the stock',
  corrected: 'Correct: add, or subtract with −',
  counted: 'Counted: this many are here',
  stop: 'Stop counting this product',
} as const;
type Action = keyof typeof actions;

const reasons: Record<string, string> = {
  sold: 'Sold',
  released: 'Released by an unpaid order',
  returned: 'Returned',
  counted: 'Counted',
  received: 'Received',
  corrected: 'Corrected',
};

/** How many jars there are: beside the form, since sales go on while that is open. */
export function StockSection({ productId }: { productId: string }) {
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const key = ['stock', productId];
  const { data } = useQuery({
    queryKey: key,
    queryFn: async () => {
      const [products, movements] = await Promise.all([
        calls.run((tables) => tables.from('products').select('stock').eq('id', productId)),
        calls.run((tables) =>
          tables
            .from('stock_movements')
            .select('id, change, reason, created_at')
            .eq('product_id', productId)
            .order('id', { ascending: false })
            .limit(10),
        ),
      ]);
      return { stock: products[0]?.stock ?? null, movements };
    },
  });
  const [action, setAction] = useState<Action>('received');
  const [amount, setAmount] = useState('');
  const [error, setError] = useState<string>();
  // A press whose answer was lost is the same request when it is repeated.
  const [request, setRequest] = useState(() => crypto.randomUUID() as string);
  const change = useMutation({
    mutationFn: () =>
      calls.run((tables) =>
        tables.rpc('change_stock', {
          product_id: productId,
          reason: action === 'stop' ? 'counted' : action,
          amount: (action === 'stop' ? null : Number(amount.replace('−', '-'))) as number,
          request,
        }),
      ),
    onSuccess: () => {
      setAmount('');
      setRequest(crypto.randomUUID());
      showToast({ title: 'Stock saved' });
    },
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

  function save(): void {
    const wanted = action === 'corrected' ? /^[-−]?\d{1,7}$/ : /^\d{1,7}$/;
    const isAmount = action === 'stop' || wanted.test(amount.trim());
    setError(isAmount ? undefined : 'Enter a whole number.');
    if (isAmount && !change.isPending) change.mutate();
  }

  if (!data) return null;
  const { stock, movements } = data;
  return (
    <div className="mt-5 lg:mr-[21.25rem]">
      <FormSection
        title="Stock"
        description={
          stock === null
            ? 'Not counted: this product is sold as often as it is ordered.'
            : `${stock} in stock${stock === 0 ? ': shown as sold out' : ''}.`
        }
      >
        <form
          aria-label="Change the stock"
          noValidate
          className="flex flex-wrap items-start gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <SelectField
            label="What happened"
            options={Object.entries(actions)
              .filter(([value]) => stock !== null || value === 'received' || value === 'counted')
              .map(([value, label]) => ({ value, label }))}
            value={action}
            onChange={({ target }) => setAction(target.value as Action)}
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
              onChange={({ target }) => setAmount(target.value)}
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
