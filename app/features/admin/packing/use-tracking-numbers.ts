import { useCallback, useMemo } from 'react';
import { shipOrderRequest } from '#domain/shipment.ts';
import { alwaysRestore, useStoredState } from '../form/use-stored-state.ts';
import type { TypedNumber } from './read-tracking.ts';

export type TrackingNumbers = Readonly<Record<string, TypedNumber>>;

/**
 * What was typed or pasted in this tab, by order id. It survives a reload, a crash and an expired
 * session.
 */
export function useTrackingNumbers() {
  const [kept, setKept] = useStoredState<TrackingNumbers>('packing', alwaysRestore);
  const numbers = useMemo(() => kept ?? {}, [kept]);

  const type = useCallback(
    (orderId: string, number: string) =>
      setKept((now) => {
        const { [orderId]: before, ...others } = now ?? {};
        return number ? { ...others, [orderId]: { ...before, number } } : others;
      }),
    [setKept],
  );
  const fill = useCallback(
    (read: ReadonlyMap<string, TypedNumber>) =>
      setKept((now) => ({ ...now, ...Object.fromEntries(read) })),
    [setKept],
  );
  const forget = useCallback(
    (orderIds: readonly string[]) =>
      setKept((now) => {
        const left = Object.entries(now ?? {}).filter(([id]) => !orderIds.includes(id));
        return left.length > 0 ? Object.fromEntries(left) : null;
      }),
    [setKept],
  );
  return { numbers, type, fill, forget, replace: setKept };
}

/** What is wrong with a number; null if nothing is. */
export function refuseNumber(number: string): string | null {
  if (isShortened(number)) return shortened;
  return shipOrderRequest.shape.trackingNumber.safeParse(number).success
    ? null
    : 'Up to 80 letters, digits, spaces and . / -';
}

const shortened =
  'A spreadsheet has shortened this number. Format its column as text, then copy the numbers again.';

/** Such as 9.4001E+21, or 9,4001E+21 in locales with a decimal comma. */
function isShortened(number: string): boolean {
  return /^\d(?:[.,]\d+E\+?|E\+)\d+$/i.test(number.trim());
}

/** Spreadsheets keep fifteen digits of a number and turn the rest into zeros. */
export function looksRounded(number: string): boolean {
  return /^\d{15}0{3,}$/.test(number.replaceAll(' ', ''));
}
