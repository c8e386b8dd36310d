import { LinePicture } from '#app/components/lines/line-picture.tsx';
import { Link } from '#app/components/ui/link.tsx';
import { passportPath } from '#domain/check-answer.ts';
import type { Line } from '#domain/line.ts';
import { formatMoney } from '#domain/money.ts';
import type { SentBatch } from './read-orders.ts';

/** What was ordered, at the prices of that day. */
export function OrderLines({
  lines,
  sent = [],
}: {
  lines: readonly Line[];
  sent?: readonly SentBatch[] | undefined;
}) {
  return (
    <ul className="divide-y divide-line">
      {lines.map((line, place) => (
        <li
          key={JSON.stringify([line.id, line.name, line.weight])}
          className="flex items-center gap-4 py-3 text-sm"
        >
          <LinePicture imageUrl={line.imageUrl} className="size-14 print:hidden" />
          <div className="min-w-0 flex-1">
            <p className="font-semibold">{line.name}</p>
            <p className="text-ink-soft">
              {line.weight ? `${line.weight} · ` : null}
              {line.quantity} × {formatMoney(line.priceCents)}
            </p>
            {sent
              .filter((batch) => batch.line === place)
              .map(({ code, status }) => (
                <p key={code}>
                  <Link
                    to={passportPath(code)}
                    className="text-link inline-flex min-h-11 items-center"
                  >
                    {status === 'recalled'
                      ? `Batch ${code} is recalled: what to do`
                      : `Laboratory results of batch ${code}`}
                  </Link>
                </p>
              ))}
          </div>
          <p className="tabular-nums">{formatMoney(line.priceCents * line.quantity)}</p>
        </li>
      ))}
    </ul>
  );
}
