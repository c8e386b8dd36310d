import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { TextAreaField, TextField } from '#app/components/forms/text-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { orderNumber } from '#domain/order.ts';
import { AdminFailure, messageOf } from '../data/admin-failure.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { FormSection } from '../form/form-section.tsx';
import { alwaysRestore, useStoredState } from '../form/use-stored-state.ts';
import { listKey } from '../table/use-list.ts';
import { DeliveryFields } from './delivery-fields.tsx';
import { ItemField } from './item-field.tsx';
import {
  type FormErrors,
  type OrderCall,
  type OrderForm,
  type Original,
  readForm,
  startForm,
} from './order-form.ts';
import { OrderTotals } from './order-totals.tsx';
import { LinkFields, OutsidePaymentFields, PaymentWay } from './payment-fields.tsx';
import { type MadeLink, ReadyLink } from './ready-link.tsx';
import { orderQuoteKey, useOrderQuote } from './use-order-quote.ts';

const submitWords = {
  link: 'Make the link',
  addition: 'Make the link',
  outside: 'Place the order',
  replacement: 'Place the replacement',
} as const;

/** Everything an order needs, priced the way checkout does. */
export function NewOrderForm({ original }: { original: Original | null }) {
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { selling } = useShop();
  const [start] = useState(() => startForm(original));
  const [typed, setTyped] = useStoredState<OrderForm>(
    `new-order:${original ? `${original.purpose}:${original.order.id}` : ''}`,
    alwaysRestore,
  );
  const form = typed ?? start;
  const [made, setMade] = useState<MadeLink | null>(null);
  const set = (change: Partial<OrderForm>) => setTyped((now) => ({ ...(now ?? start), ...change }));
  const [errors, setErrors] = useState<FormErrors>({});
  const element = useRef<HTMLFormElement>(null);
  const { kind } = form;
  const free = kind === 'replacement';
  const isLink = kind === 'link' || kind === 'addition';
  const quoted = useOrderQuote(form);

  const place = useMutation({
    mutationFn: ({ call, sent }: { call: OrderCall; sent: OrderForm }) =>
      calls.invoke<{ orderId: string } | MadeLink>(call.name, call.body, sent.key),
    onError: async (error) => {
      if (isOfAmount(error) || isOfDelivery(error)) {
        await queries.invalidateQueries({ queryKey: orderQuoteKey });
      }
    },
    onSuccess: async (answer, { sent }) => {
      let goesOn = false;
      setTyped((now) => {
        goesOn = now !== null && now !== sent;
        return goesOn && now ? { ...now, key: crypto.randomUUID() } : null;
      });
      if ('url' in answer) {
        if (goesOn) {
          showToast({
            title: 'What you changed meanwhile is not in this link',
            description: 'The form still has it.',
          });
        }
        return setMade(answer);
      }
      const { orderId } = answer;
      showToast({
        title: 'Order placed',
        description: goesOn
          ? `Order #${orderNumber(orderId)}. What you changed meanwhile is not in it; the form still has it.`
          : `Order #${orderNumber(orderId)}`,
      });
      await queries.invalidateQueries({ queryKey: listKey('orders') });
      await navigate(`/admin/orders?order=${orderId}`);
    },
  });
  const isOfOtherForm = isOfAmount(place.error) && place.variables?.sent !== form;
  const wasSent = place.error instanceof AdminFailure && place.error.code === 'attempt_conflict';

  function submit(): void {
    if (place.isPending) return;
    const read = readForm({ ...form, rateId: quoted.rateId }, original);
    const problem = free ? undefined : quoted.problem;
    if (read.errors || problem) {
      setErrors(read.errors ?? {});
      // It may be over by now.
      if (problem) void quoted.readAgain();
      const [first] = Object.keys(read.errors ?? {});
      const field = first === 'items' ? 'input[type="search"], [data-item]' : `[name="${first}"]`;
      if (first) element.current?.querySelector<HTMLElement>(field)?.focus();
      return;
    }
    setErrors({});
    if (quoted.waiting) return;
    const seen = quoted.quote && { totalCents: quoted.quote.total };
    const call = { ...read.call, body: { ...read.call.body, ...(seen && { seen }) } };
    // Stored before it is sent: the tab may be closed before the response arrives.
    setTyped(form);
    place.mutate({ call, sent: form });
  }

  if (made) return <ReadyLink link={made} original={original} />;
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
        {kind === 'addition' ? null : (
          <FormSection title="Customer">
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField label="Name" required {...field('name')} />
              <TextField
                label="Email"
                type="email"
                hint={isLink ? undefined : 'Without one, no emails are sent.'}
                {...field('email')}
              />
              <TextField label="Phone" type="tel" {...field('phone')} />
              <TextAreaField
                label="Shipping address"
                required={!isLink}
                rows={4}
                hint={
                  isLink ? 'The payment page asks for it; what is given there counts.' : undefined
                }
                {...field('address')}
              />
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
        )}
        {original && free ? (
          <FormSection
            title="Replacement"
            description={`For order #${orderNumber(original.order.id)}. Nothing is charged, the stock is taken, and it can be packed at once. The customer is told when it ships.`}
          >
            <TextField
              label="Reason"
              required
              hint="For your team only, such as “arrived broken”."
              {...field('reason')}
            />
          </FormSection>
        ) : (
          <FormSection
            title="Payment"
            description={
              original
                ? `The customer pays the difference by a link, and the items go with order #${orderNumber(original.order.id)}. Tax as for that order, and no delivery.`
                : undefined
            }
          >
            {original ? null : <PaymentWay kind={kind} onChange={(way) => set({ kind: way })} />}
            {isLink ? (
              <LinkFields form={form} onChange={set} />
            ) : (
              <OutsidePaymentFields form={form} reference={field('reference')} onChange={set} />
            )}
          </FormSection>
        )}
      </div>
      <section
        aria-label="Summary"
        className="space-y-4 rounded-md border border-line bg-paper p-4 text-sm sm:p-6 lg:sticky lg:top-20"
      >
        {!free && !original && selling?.codes ? (
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
        <OrderTotals free={free} quote={quoted.quote} code={form.code} busy={quoted.reading} />
        <p role="status" className="font-medium text-danger empty:hidden">
          {quoted.problem}
        </p>
        {place.isError && !isOfOtherForm ? (
          <div role="alert" className="space-y-3 font-medium text-danger">
            <p>
              {wasSent
                ? 'This form was sent before, with other contents, and may have placed an order then. Look at the newest orders first.'
                : messageOf(place.error)}
              {isOfAmount(place.error) ? ' Nothing was sent. To go on with it, press again.' : null}
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
        <Button type="submit" className="w-full" aria-disabled={place.isPending || quoted.waiting}>
          {place.isPending
            ? 'Sending...'
            : quoted.waiting
              ? 'Calculating the total...'
              : submitWords[kind]}
        </Button>
        {typed ? (
          <Button
            variant="quiet"
            className="w-full"
            onClick={() => {
              setTyped(null);
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

function isOfAmount(error: Error | null): boolean {
  return error instanceof AdminFailure && error.code === 'amount_changed';
}

function isOfDelivery(error: Error | null): boolean {
  return error instanceof AdminFailure && error.code === 'delivery_unavailable';
}
