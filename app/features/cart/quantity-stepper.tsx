import { clsx } from 'clsx';
import { MinusIcon, PlusIcon } from '#app/components/ui/shop-icons.tsx';
import { maxQuantity } from '#domain/cart.ts';
import { type Cents, formatMoney } from '#domain/money.ts';

interface QuantityStepperProps {
  quantity: number;
  /** The line's subtotal, announced with the quantity. */
  subtotal: Cents;
  /** The product's name, for screen readers. */
  name: string;
  onChange: (quantity: number) => void;
}

/**
 * Minus and plus around a quantity. At the minimum and maximum a button stays focusable and does
 * nothing (requirements §4.2), so that focus is never lost.
 */
export function QuantityStepper({ quantity, subtotal, name, onChange }: QuantityStepperProps) {
  return (
    <div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form that is none */}
      <div
        role="group"
        aria-label={`Quantity of ${name}`}
        className="inline-flex items-center rounded-sm border border-line-strong"
      >
        <StepButton
          label={`Decrease quantity of ${name}`}
          atEnd={quantity <= 1}
          onClick={() => quantity > 1 && onChange(quantity - 1)}
        >
          <MinusIcon className="size-4" strokeWidth={2} />
        </StepButton>
        <span aria-hidden="true" className="min-w-8 text-center text-sm font-semibold tabular-nums">
          {quantity}
        </span>
        <output className="sr-only">
          {`Quantity ${quantity}, subtotal ${formatMoney(subtotal)}`}
        </output>
        <StepButton
          label={`Increase quantity of ${name}`}
          atEnd={quantity >= maxQuantity}
          onClick={() => onChange(quantity + 1)}
        >
          <PlusIcon className="size-4" strokeWidth={2} />
        </StepButton>
      </div>
      <p role="status" className="text-sm text-ink-soft empty:hidden">
        {quantity >= maxQuantity ? `Maximum ${maxQuantity} per product.` : null}
      </p>
    </div>
  );
}

interface StepButtonProps {
  label: string;
  atEnd: boolean;
  onClick: () => void;
  children: React.ReactNode;
}

function StepButton({ label, atEnd, onClick, children }: StepButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={atEnd}
      onClick={onClick}
      className={clsx(
        'flex size-11 items-center justify-center transition-colors',
        atEnd ? 'cursor-not-allowed text-line-strong' : 'hover:bg-bone-deep',
      )}
    >
      {children}
    </button>
  );
}
