import { clsx } from 'clsx';
import { type OrderStatus, orderNumber } from '#domain/order.ts';
import { isOrderStatus, statusOptions } from './order-words.ts';

interface StatusSelectProps {
  order: { id: string; status: string };
  onChange: (status: OrderStatus) => void;
  className?: string;
}

/** Any status from any other (specification §4). */
export function StatusSelect({ order, onChange, className }: StatusSelectProps) {
  return (
    <select
      aria-label={`Status of order ${orderNumber(order.id)}`}
      value={order.status}
      onChange={({ target: { value } }) => isOrderStatus(value) && onChange(value)}
      className={clsx(
        'min-h-11 rounded-sm border border-line-strong bg-paper px-2.5 text-sm text-ink',
        className,
      )}
    >
      {statusOptions.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
