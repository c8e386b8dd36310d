import { useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { MinusIcon, PlusIcon } from '#app/components/ui/shop-icons.tsx';

interface QuantityFieldProps {
  value: number;
  onChange: (value: number) => void;
  /** What is counted, for screen readers. */
  label: string;
}

/**
 * Minus, a number and plus; at least one, no maximum (requirements §2.5). Uses the browser's number
 * field, so that it is complete in the server's HTML and needs no script.
 */
export function QuantityField({ value, onChange, label }: QuantityFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const update = (typed: number) => {
    if (typed >= 1) onChange(Math.trunc(typed));
  };
  // Picks up what was typed before hydration, or was restored by Back.
  const adopt = useEffectEvent(() => update(field.current?.valueAsNumber ?? 1));
  useLayoutEffect(() => adopt(), []);
  return (
    <div className="inline-flex h-13 items-stretch rounded-sm border border-line-strong bg-paper">
      <button
        type="button"
        aria-label="Decrease quantity"
        aria-controls={id}
        onClick={() => onChange(Math.max(1, value - 1))}
        className="flex w-11 items-center justify-center"
      >
        <MinusIcon className="size-4" strokeWidth={2} />
      </button>
      <input
        ref={field}
        id={id}
        type="number"
        inputMode="numeric"
        min={1}
        step={1}
        value={value}
        aria-label={label}
        onChange={({ target }) => update(target.valueAsNumber)}
        className="plain-number w-12 bg-transparent text-center text-base font-semibold tabular-nums"
      />
      <button
        type="button"
        aria-label="Increase quantity"
        aria-controls={id}
        onClick={() => onChange(value + 1)}
        className="flex w-11 items-center justify-center"
      >
        <PlusIcon className="size-4" strokeWidth={2} />
      </button>
    </div>
  );
}
