import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import { ChangeMark } from '#app/components/lines/change-mark.tsx';
import { LinePicture } from '#app/components/lines/line-picture.tsx';
import { Link } from '#app/components/ui/link.tsx';
import { lineTotal } from '#domain/cart.ts';
import type { CheckedLine } from '#domain/check-cart.ts';
import { formatMoney } from '#domain/money.ts';
import { QuantityStepper } from './quantity-stepper.tsx';
import { cartStore } from './store/cart-store.ts';

interface CartLineRowProps {
  line: CheckedLine;
  onRemove: () => void;
  /** Just restored, so focus returns to where it was before the removal. */
  takesFocus: boolean;
  onLeave?: (() => void) | undefined;
  compact: boolean;
}

export function CartLineRow({ line, onRemove, takesFocus, onLeave, compact }: CartLineRowProps) {
  const removeButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) removeButton.current?.focus();
  }, [takesFocus]);

  const available = line.availability === 'available';
  return (
    <li className="cart-line">
      <LinePicture
        imageUrl={line.imageUrl || null}
        className={compact ? 'size-20' : 'size-20 sm:size-28'}
      />
      <ChangeMark line={line} />
      <div className="cart-line-facts">
        <div className="cart-line-top">
          <div className="min-w-0">
            <p className={clsx('font-semibold', compact && 'text-sm')}>
              {line.path ? (
                <Link
                  to={line.path}
                  onClick={onLeave}
                  className="-my-3 inline-block py-3 hover:underline"
                >
                  {line.name}
                </Link>
              ) : (
                line.name
              )}
            </p>
            <p className="text-sm text-ink-soft">
              {/* A single text node, so that another price does not shift any part of it. */}
              {`${line.weight ? `${line.weight} · ` : ''}${formatMoney(line.priceCents)} each`}
            </p>
          </div>
          <p
            key={lineTotal(line)}
            className={clsx(
              'font-semibold tabular-nums',
              !available && 'text-ink-soft line-through',
            )}
          >
            {formatMoney(lineTotal(line))}
          </p>
        </div>
        <div className="cart-line-foot">
          {available ? (
            <QuantityStepper
              quantity={line.quantity}
              subtotal={lineTotal(line)}
              name={line.name}
              onChange={(quantity) => cartStore.setQuantity(line, quantity)}
            />
          ) : (
            <span className="flex-[1_1_6rem] text-sm text-ink-soft">Not included in the total</span>
          )}
          <button
            ref={removeButton}
            type="button"
            aria-label={`Remove ${line.name}`}
            onClick={onRemove}
            className="text-link -mr-2 ml-auto min-h-11 px-2 text-sm"
          >
            Remove
          </button>
        </div>
      </div>
    </li>
  );
}
