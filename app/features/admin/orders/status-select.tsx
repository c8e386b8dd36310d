import { clsx } from 'clsx';
import { useId } from 'react';
import { type OrderStatus, orderNumber } from '#domain/order.ts';
import { isOrderStatus, statusOptions } from './order-words.ts';

interface StatusSelectProps {
  order: { id: string; status: string };
  onChange: (status: OrderStatus) => void;
  className?: string;
}

/** Any status from any other (requirements §4.8), and that the customer is not told. */
export function StatusSelect({ order, onChange, className }: StatusSelectProps) {
  const note = useId();
  return (
    <span className={clsx('inline-flex flex-col items-start gap-0.5', className)}>
      <select
        aria-label={`Status of order ${orderNumber(order.id)}`}
        aria-describedby={note}
        value={order.status}
        onChange={({ target: { value } }) => isOrderStatus(value) && onChange(value)}
        className="min-h-11 rounded-sm border border-line-strong bg-paper px-2.5 text-sm text-ink"
      >
        {statusOptions.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <span id={note} className="text-xs whitespace-nowrap text-ink-soft">
        No email is sent.
      </span>
    </span>
  );
}
