import type { ComponentProps } from 'react';
import { TextField } from '#app/components/forms/text-field.tsx';
import { linkDays, outsidePaymentLabels, outsidePayments } from '#domain/manual-order.ts';
import { CheckField } from '../form/check-field.tsx';
import { RadioField } from '../form/radio-field.tsx';
import { SelectField } from '../form/select-field.tsx';
import type { OrderForm, OrderKind } from './order-form.ts';

const ways = [
  {
    value: 'link',
    label: 'By a payment link',
    hint: 'The customer pays this amount on a page of the shop. The order is made when they do.',
  },
  {
    value: 'outside',
    label: 'Paid outside the shop',
    hint: 'The money has reached you. It counts as a sale, and the export for accounting names how it was paid.',
  },
] as const;

/** How the order is paid. */
export function PaymentWay({
  kind,
  onChange,
}: {
  kind: OrderKind;
  onChange: (way: 'link' | 'outside') => void;
}) {
  return (
    <fieldset>
      <legend className="sr-only">How it is paid</legend>
      {ways.map(({ value, label, hint }) => (
        <RadioField
          key={value}
          name="kind"
          label={label}
          hint={hint}
          checked={kind === value}
          onChange={() => onChange(value)}
        />
      ))}
    </fieldset>
  );
}

interface FieldsProps {
  form: OrderForm;
  onChange: (change: Partial<OrderForm>) => void;
}

/** Fields of a payment link. */
export function LinkFields({ form, onChange }: FieldsProps) {
  return (
    <>
      <SelectField
        label="Valid for"
        name="days"
        className="max-w-60"
        value={form.days}
        options={linkDays.map((days) => ({
          value: String(days),
          label: days === 1 ? '1 day' : `${days} days`,
        }))}
        onChange={({ target }) => onChange({ days: target.value })}
      />
      <CheckField
        label="Email the link"
        hint="You can also copy it afterwards and send it another way."
        checked={form.tell}
        onChange={({ target }) => onChange({ tell: target.checked })}
      />
    </>
  );
}

/** Fields of a payment made outside the shop. */
export function OutsidePaymentFields({
  form,
  reference,
  onChange,
}: FieldsProps & { reference: Omit<ComponentProps<typeof TextField>, 'label'> }) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Paid by"
          name="paidBy"
          value={form.paidBy}
          options={outsidePayments.map((value) => ({
            value,
            label: outsidePaymentLabels[value],
          }))}
          onChange={({ target }) => onChange({ paidBy: target.value as OrderForm['paidBy'] })}
        />
        <TextField
          label="Reference"
          hint="From the bank statement or receipt, if any."
          {...reference}
        />
      </div>
      <CheckField
        label="Email the confirmation"
        hint="To the customer and the team, as for every paid order."
        checked={form.tell}
        onChange={({ target }) => onChange({ tell: target.checked })}
      />
    </>
  );
}
