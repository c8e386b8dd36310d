import { useShop } from '#app/lib/use-shop.ts';
import { Moment } from '../table/moment.tsx';
import type { WholeOrder } from './read-order.ts';
import { timelineOf } from './timeline.ts';

/** Who changed what, and when. */
export function OrderTimeline({ whole }: { whole: WholeOrder }) {
  const { paymentMethods } = useShop();
  return (
    <section aria-label="Timeline" className="border-t border-line pt-5">
      <h3 className="font-sans text-sm font-semibold">Timeline</h3>
      <ol className="mt-3 space-y-3 border-l border-line-strong pl-4">
        {timelineOf(whole, paymentMethods).map((event) => (
          <li key={`${event.at}${event.text}`}>
            <p className="break-words">{event.text}</p>
            <p className="text-xs text-ink-soft">
              <Moment at={event.at} />
              {event.by ? ` · ${event.by}` : null}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
