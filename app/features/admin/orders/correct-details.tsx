import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { TextAreaField, TextField } from '#app/components/forms/text-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { type CorrectedDetails, orderDetails } from '#domain/correct-order.ts';
import { orderNumber } from '#domain/order.ts';
import { arrivedPayments } from '#domain/payment-status.ts';
import { shippedStatuses } from '#domain/shipment.ts';
import { AdminFailure, messageOf } from '../data/admin-failure.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { alwaysRestore, useStoredState } from '../form/use-stored-state.ts';
import { listKey } from '../table/use-list.ts';
import { describeOrderChanges } from './order-changes.ts';
import { knownAddress, knownEmail, knownName } from './order-text.ts';
import type { WholeOrder } from './read-order.ts';
import { orderKey } from './use-order-actions.tsx';

/** Whether name, address and the like can still be corrected. */
export function isCorrectable({ order, shipments }: WholeOrder): boolean {
  return (
    shipments.length === 0 &&
    !(shippedStatuses as readonly string[]).includes(order.status) &&
    (arrivedPayments as readonly string[]).includes(order.payment_status)
  );
}

const known = ({ order }: WholeOrder): CorrectedDetails => ({
  name: knownName(order.name) ?? '',
  email: knownEmail(order.email) ?? '',
  phone: order.phone,
  address: knownAddress(order.address) ?? '',
});

type Order = WholeOrder['order'];

/** Only the fields that were typed in. */
interface TypedDetails extends Partial<CorrectedDetails> {
  /** The order as it was when this was typed. */
  seen?: Order;
}

/** What was typed into an order's form; it outlives the form and the session. */
export const useTypedDetails = (orderId: string) =>
  useStoredState<TypedDetails>(`details:${orderId}`, alwaysRestore);

const isSame = (one: CorrectedDetails, other: CorrectedDetails) =>
  (Object.keys(one) as (keyof CorrectedDetails)[]).every((field) => one[field] === other[field]);

interface Correction {
  details: CorrectedDetails;
  seen: Order;
  /** What stood in the form; null: nothing was typed. */
  sent: TypedDetails | null;
}

/** The order's recipient, which can be corrected until it has shipped. */
export function CorrectDetails({ whole, onDone }: { whole: WholeOrder; onDone: () => void }) {
  const { order } = whole;
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const [typed, setTyped] = useTypedDetails(order.id);
  const { seen: seenTyping = order, ...changes } = typed ?? {};
  const values = { ...known(whole), ...changes };
  /** What this form has sent: the order may say it now. */
  const ownDetails = useRef<CorrectedDetails[]>([]);
  const [errors, setErrors] = useState<Partial<Record<keyof CorrectedDetails, string>>>({});
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  const save = useMutation({
    mutationFn: ({ details, seen }: Correction) =>
      calls.invoke('correct-order', {
        orderId: order.id,
        details,
        seen: { updatedAt: seen.updated_at },
      }),
    onSuccess: (_answer, { sent }) => {
      let goesOn = false;
      setTyped((now) => {
        goesOn = now !== null && now !== sent;
        const { seen: _, ...rest } = now ?? {};
        return goesOn ? rest : null;
      });
      showToast({ title: 'Details saved', description: `Order #${orderNumber(order.id)}` });
      if (!goesOn) onDone();
    },
    onError: (error) =>
      showToast({
        title: 'Details not saved',
        description: messageOf(error),
        variant: 'destructive',
      }),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: orderKey(order.id) }),
        queries.invalidateQueries({ queryKey: listKey('orders') }),
      ]),
  });
  const isStale = save.error instanceof AdminFailure && save.error.code === 'order_changed';
  const seen = save.variables?.seen;

  function submit(): void {
    const read = orderDetails.safeParse(values);
    if (!read.success) {
      const wrong = Object.fromEntries(
        read.error.issues.toReversed().map(({ path, message }) => [String(path[0]), message]),
      );
      setErrors(wrong);
      const [first] = read.error.issues;
      form.current?.querySelector<HTMLElement>(`[name="${String(first?.path[0])}"]`)?.focus();
      return;
    }
    setErrors({});
    if (save.isPending) return;
    const isOwn = ownDetails.current.some((each) => isSame(each, known(whole)));
    // Once the notice has said what changed, the order was seen as it is.
    const over = isStale || isOwn ? order : seenTyping;
    const sent = typed && { ...typed, seen: over };
    if (sent) setTyped(sent);
    ownDetails.current.push(read.data);
    save.mutate({ details: read.data, seen: over, sent });
  }

  const field = (name: keyof CorrectedDetails) => ({
    name,
    compact: true,
    value: values[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped((now) => ({ seen: order, ...now, [name]: target.value })),
  });
  return (
    <form
      ref={form}
      noValidate
      aria-label="Correct details"
      className="space-y-4 rounded-md border border-line-strong p-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {isStale && seen ? (
        <div
          role="alert"
          className="rounded-md border border-danger bg-danger-soft p-4 font-medium"
        >
          <p>This order has changed since you opened it, so nothing was saved.</p>
          <ul className="mt-1 wrap-anywhere">
            {describeOrderChanges(seen, order).map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
          <p className="mt-1">Press Save again to save your version.</p>
        </div>
      ) : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Name" required autoComplete="off" {...field('name')} />
        <TextField label="Email" type="email" required autoComplete="off" {...field('email')} />
        <TextField label="Phone" type="tel" autoComplete="off" {...field('phone')} />
        <TextAreaField
          label="Shipping address"
          required
          autoComplete="off"
          rows={4}
          {...field('address')}
        />
      </div>
      <p className="text-ink-soft">
        Delivery and tax stay as they were paid. No email is sent; “Resend email” sends the
        confirmation to the new address.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" aria-disabled={save.isPending}>
          {save.isPending ? 'Saving...' : 'Save details'}
        </Button>
        <Button
          variant="secondary"
          onClick={() => {
            setTyped(null);
            onDone();
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  );
}
