import { clsx } from 'clsx';
import { useId, useRef } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { compactControl } from '#app/components/ui/control-style.ts';
import { checkoutChoices, useCheckoutChoices } from '#app/lib/checkout-choices.ts';

interface DiscountFieldProps {
  /** Why the code does not apply. */
  problem: string | undefined;
  /** The code is included in the amounts shown. */
  applied: boolean;
}

/** One code per order. If it does not apply, the reason appears under the field. */
export function DiscountField({ problem, applied }: DiscountFieldProps) {
  const { code } = useCheckoutChoices();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);

  function apply(event: React.FormEvent): void {
    event.preventDefault();
    checkoutChoices.set({ code: field.current?.value.trim() ?? '' });
  }

  function remove(): void {
    checkoutChoices.set({ code: '' });
    field.current?.focus();
  }

  return (
    <form onSubmit={apply}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        Discount code
      </label>
      <div className="flex gap-2">
        {/* Also shows a code that came from a link or another tab. */}
        <input
          key={code}
          ref={field}
          id={id}
          defaultValue={code}
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-told`}
          className={clsx(
            compactControl,
            'min-h-11 w-0 grow uppercase',
            problem ? 'border-danger' : 'border-line-strong',
          )}
        />
        <Button type="submit" variant="secondary">
          Apply
        </Button>
      </div>
      <p id={`${id}-told`} role="status" className="mt-1.5 text-sm empty:hidden">
        {problem ? <span className="font-medium text-danger">{problem}</span> : null}
        {applied ? <span>{`${code.toUpperCase()} applied.`}</span> : null}
        {code === '' ? null : (
          <button type="button" onClick={remove} className="text-link ml-2 min-h-11">
            Remove code
          </button>
        )}
      </p>
    </form>
  );
}
