import { useId } from 'react';
import { type OrderStatus, orderNumber } from '#domain/order.ts';
import { select } from '../form/select-style.ts';
import { isOrderStatus, statusOptions } from './order-text.ts';

interface StatusSelectProps {
  order: { id: string; status: string };
  onChange: (status: OrderStatus) => void;
  /** Shows the note that the customer is not notified; otherwise the list's heading does. */
  noted?: boolean;
}

/** Allows any status after any other (requirements §4.8) and says that the customer is not notified. */
export function StatusSelect({ order, onChange, noted = false }: StatusSelectProps) {
  const note = useId();
  return (
    <span className="inline-flex items-center gap-2">
      <select
        aria-label={`Status of order ${orderNumber(order.id)}`}
        aria-describedby={note}
        value={order.status}
        onChange={({ target: { value } }) => isOrderStatus(value) && onChange(value)}
        className={select}
      >
        {statusOptions.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <span id={note} className={noted ? 'w-16 text-xs leading-tight text-ink-soft' : 'sr-only'}>
        No email is sent.
      </span>
    </span>
  );
}
