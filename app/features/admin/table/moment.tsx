import { useShop } from '#app/lib/use-shop.ts';
import { formatMoment } from '#domain/content-date.ts';
import { dayIn } from '#domain/day-in.ts';

/** "Nov 5, 2026, 2:10 PM", in the shop's time zone like sales and emails. */
export function Moment({ at }: { at: string }) {
  const { site } = useShop();
  return <time dateTime={at}>{formatMoment(at, site.timeZone)}</time>;
}

/** "2:10 PM" today, "Nov 5" this year, otherwise "Nov 5, 2025"; the full date and time on hover. */
export function BriefMoment({ at }: { at: string }) {
  const { timeZone } = useShop().site;
  const [day, today] = [new Date(at), new Date()].map((date) => dayIn(timeZone, date));
  const style: Intl.DateTimeFormatOptions =
    day === today
      ? { timeStyle: 'short' }
      : day?.slice(0, 4) === today?.slice(0, 4)
        ? { month: 'short', day: 'numeric' }
        : { dateStyle: 'medium' };
  return (
    <time dateTime={at} title={formatMoment(at, timeZone)}>
      {new Intl.DateTimeFormat('en-US', { ...style, timeZone }).format(new Date(at))}
    </time>
  );
}
