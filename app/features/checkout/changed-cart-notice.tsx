import { useEffect, useRef } from 'react';
import { describeChanges } from '#app/components/lines/line-notes.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { lineKey } from '#domain/cart.ts';
import { type CheckedLine, isChanged } from '#domain/check-cart.ts';

interface ChangedCartNoticeProps {
  lines: readonly CheckedLine[];
  onAccept: () => void;
}

/** Nothing is charged that the visitor has not seen: every change is named and agreed to. Loaded when needed. */
export default function ChangedCartNotice({ lines, onAccept }: ChangedCartNoticeProps) {
  const notice = useRef<HTMLElement>(null);
  useEffect(() => notice.current?.focus(), []);

  return (
    <section
      ref={notice}
      tabIndex={-1}
      aria-labelledby="changed-cart"
      className="rounded-md border border-saffron-ink bg-paper p-5"
    >
      <h2 id="changed-cart" className="text-display-sm">
        Your cart has changed
      </h2>
      <ul className="mt-3 space-y-1.5 text-sm wrap-anywhere">
        {lines.filter(isChanged).map((line) => (
          <li key={lineKey(line)}>
            <span className="font-semibold">
              {line.name}
              {line.weight ? ` (${line.weight})` : null}:
            </span>{' '}
            {describeChanges(line).join('. ')}
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-ink-soft">
        Unavailable products are removed from the cart. The rest is charged at the prices shown
        here.
      </p>
      <Button variant="secondary" className="mt-4" onClick={onAccept}>
        Accept changes
      </Button>
    </section>
  );
}
