import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { TextAreaField, TextField } from '#app/components/forms/text-field.tsx';
import { AmountRows } from '#app/components/quote/amount-rows.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { isCodeProblem, type Quote, readQuote } from '#app/lib/read-quote.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { outsidePaymentLabels, outsidePayments } from '#domain/manual-order.ts';
import { formatMoney } from '#domain/money.ts';
import { orderNumber } from '#domain/order.ts';
import { describeIncludedTax } from '#domain/order-amounts.ts';
import { AdminFailure, messageOf } from '../data/admin-failure.ts';
import { type RowOf, useAdminCalls } from '../data/use-admin-calls.ts';
import { CheckField } from '../form/check-field.tsx';
import { FormSection } from '../form/form-section.tsx';
import { SelectField } from '../form/select-field.tsx';
import { ofThisTab, useStoredState } from '../form/use-stored-state.ts';
import { listKey } from '../table/use-list.ts';
import { DeliveryFields } from './delivery-fields.tsx';
import { ItemField } from './item-field.tsx';
import {
  type FormErrors,
  type OrderForm,
  readForm,
  readItems,
  readWish,
  startForm,
} from './order-form.ts';

/** Everything an order needs, priced as the checkout prices it. */
export function NewOrderForm({ original }: { original: RowOf<'orders'> | null }) {
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { selling } = useShop();
  const [start] = useState(() => startForm(original));
  const [typed, keep] = useStoredState<OrderForm>(`new-order:${original?.id ?? ''}`, ofThisTab);
  const form = typed ?? start;
  const set = (change: Partial<OrderForm>) => keep((now) => ({ ...(now ?? start), ...change }));
  const [errors, setErrors] = useState<FormErrors>({});
  const element = useRef<HTMLFormElement>(null);
  const free = form.kind === 'replacement';
  const quoted = useOrderQuote(form);

  const place = useMutation({
    mutationFn: ({ body, key }: { body: Record<string, unknown>; key: string }) =>
      calls.invoke<{ orderId: string }>('create-manual-order', body, key),
    onSuccess: async ({ orderId }) => {
      keep(null);
      showToast({ title: 'Order placed', description: `Order #${orderNumber(orderId)}` });
      await queries.invalidateQueries({ queryKey: listKey('orders') });
      await navigate(`/admin/orders?order=${orderId}`);
    },
  });
  const wasSent = place.error instanceof AdminFailure && place.error.code === 'attempt_conflict';

  function submit(): void {
    if (place.isPending) return;
    const read = readForm(form, original?.id ?? null);
    const problem = free ? undefined : quoted.problem;
    if (read.errors || problem) {
      setErrors({ ...read.errors, ...(problem && { quote: problem }) });
      const [first] = Object.keys(read.errors ?? {});
      const field = first === 'items' ? 'input[type="search"], [data-item]' : `[name="${first}"]`;
      if (first) element.current?.querySelector<HTMLElement>(field)?.focus();
      return;
    }
    setErrors({});
    // Before it goes out: the tab may be closed before the answer.
    keep(form);
    place.mutate({ body: read.body, key: form.key });
  }

  const field = <Name extends 'name' | 'email' | 'phone' | 'address' | 'reference' | 'reason'>(
    name: Name,
  ) => ({
    name,
    compact: true,
    autoComplete: 'off',
    value: form[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  });
  return (
    <form
      ref={element}
      noValidate
      aria-label="New order"
      className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="min-w-0 space-y-6">
        <FormSection title="Items">
          <ItemField
            items={form.items}
            free={free}
            error={errors.items}
            onChange={(items) => set({ items, rateId: null })}
          />
        </FormSection>
        <FormSection title="Customer">
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField label="Name" required {...field('name')} />
            <TextField
              label="Email"
              type="email"
              hint="Without one, no emails are sent."
              {...field('email')}
            />
            <TextField label="Phone" type="tel" {...field('phone')} />
            <TextAreaField label="Shipping address" required rows={4} {...field('address')} />
          </div>
          {!free && selling && (selling.destination || selling.delivery) ? (
            <DeliveryFields
              form={form}
              selling={selling}
              countries={quoted.quote?.countries ?? []}
              rates={quoted.quote?.rates ?? []}
              rateId={quoted.quote?.deliveryRateId ?? null}
              problem={quoted.place}
              onChange={set}
            />
          ) : null}
        </FormSection>
        {original ? (
          <FormSection
            title="Replacement"
            description={`For order #${orderNumber(original.id)}. Nothing is charged, the stock is taken, and it can be packed at once. The customer is told when it ships.`}
          >
            <TextField
              label="Reason"
              required
              hint="For the team alone, such as “arrived broken”."
              {...field('reason')}
            />
          </FormSection>
        ) : (
          <FormSection
            title="Payment"
            description="For money that reached you outside the shop. It counts as a sale, and the export for accounting names how it was paid."
          >
            <div className="grid gap-4 sm:grid-cols-2">
              <SelectField
                label="Paid by"
                name="paidBy"
                value={form.paidBy}
                options={outsidePayments.map((value) => ({
                  value,
                  label: outsidePaymentLabels[value],
                }))}
                onChange={({ target }) => set({ paidBy: target.value as OrderForm['paidBy'] })}
              />
              <TextField
                label="Reference"
                hint="Of the statement or receipt, if there is one."
                {...field('reference')}
              />
            </div>
            <CheckField
              label="Email the confirmation"
              hint="To the customer and the team, as for every paid order."
              checked={form.tell}
              onChange={({ target }) => set({ tell: target.checked })}
            />
          </FormSection>
        )}
      </div>
      <section
        aria-label="Summary"
        className="space-y-4 rounded-md border border-line bg-paper p-4 text-sm sm:p-6 lg:sticky lg:top-20"
      >
        {!free && selling?.codes ? (
          <TextField
            compact
            label="Discount code"
            name="code"
            autoComplete="off"
            value={form.code}
            error={quoted.codeProblem}
            onChange={({ target }) => set({ code: target.value })}
          />
        ) : null}
        <Totals free={free} quote={quoted.quote} code={form.code} busy={quoted.reading} />
        <p role="status" className="font-medium text-danger empty:hidden">
          {errors.quote ?? quoted.problem}
        </p>
        {place.isError ? (
          <div role="alert" className="space-y-3 font-medium text-danger">
            <p>
              {wasSent
                ? 'This form was sent before, with other contents, and may have placed an order then. Look at the newest orders first.'
                : messageOf(place.error)}
            </p>
            {wasSent ? (
              <Button
                variant="secondary"
                onClick={() => {
                  set({ key: crypto.randomUUID() });
                  place.reset();
                }}
              >
                Make this another order
              </Button>
            ) : null}
          </div>
        ) : null}
        <Button type="submit" className="w-full" aria-disabled={place.isPending}>
          {place.isPending ? 'Placing...' : free ? 'Place the replacement' : 'Place the order'}
        </Button>
        {typed ? (
          <Button
            variant="quiet"
            className="w-full"
            onClick={() => {
              keep(null);
              setErrors({});
              place.reset();
            }}
          >
            Start over
          </Button>
        ) : null}
      </section>
    </form>
  );
}

interface TotalsProps {
  free: boolean;
  quote: Quote | null;
  code: string;
  busy: boolean;
}

function Totals({ free, quote, code, busy }: TotalsProps) {
  const rate = quote?.rates.find(({ id }) => id === quote.deliveryRateId);
  const shown = free ? null : quote;
  return (
    <dl className="space-y-2" aria-busy={busy}>
      {shown ? (
        <AmountRows
          amounts={{
            ...shown,
            discountCode: code.trim().toUpperCase() || null,
            deliveryName: rate?.name ?? null,
          }}
        />
      ) : null}
      <div className="flex justify-between gap-4 border-t border-line pt-3 text-base font-semibold">
        <dt>Total</dt>
        <dd className="text-right tabular-nums">
          {formatMoney(shown?.total ?? 0)}
          <span className="block text-sm font-normal">{shown && describeIncludedTax(shown)}</span>
        </dd>
      </div>
    </dl>
  );
}

/** What the order costs now, and what stands against it. */
function useOrderQuote(form: OrderForm) {
  const { publishableKey } = useShop();
  const items = form.kind === 'replacement' ? null : readItems(form);
  const wish = readWish(form);
  const { data, isFetching } = useQuery({
    queryKey: ['manual-quote', items, wish],
    queryFn: () => readQuote(items ?? [], wish, publishableKey),
    enabled: items !== null,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  const answer = items === null ? undefined : data;
  const quote = answer?.quote ?? null;
  const problems = quote?.problems ?? [];
  const isPlace = ({ code }: { code: string }) => code === 'not_delivered_there';
  const place =
    problems.find(isPlace)?.message ??
    (quote?.needsDestination ? 'Choose where it goes: the amounts depend on it.' : undefined);
  const codeProblem = problems.find(isCodeProblem)?.message;
  const other = problems.find((each) => !isCodeProblem(each) && !isPlace(each))?.message;
  return {
    quote,
    place,
    codeProblem,
    problem: answer?.failure?.message ?? other ?? place ?? codeProblem,
    reading: isFetching,
  };
}
