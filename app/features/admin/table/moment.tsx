import { useShop } from '#app/lib/use-shop.ts';
import { formatMoment } from '#domain/content-date.ts';

/** "Nov 5, 2026, 2:10 PM", in the shop's time zone like sales and emails. */
export function Moment({ at }: { at: string }) {
  const { site } = useShop();
  return <time dateTime={at}>{formatMoment(at, site.timeZone)}</time>;
}
