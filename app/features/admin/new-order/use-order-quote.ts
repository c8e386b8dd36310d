import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { isCodeProblem, readQuote } from '#app/lib/read-quote.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { type OrderForm, readItems, toQuoteInput } from './order-form.ts';

export const orderQuoteKey = ['manual-quote'] as const;

/**
 * What the order would cost now, and what prevents it. While `waiting`, `quote` is missing or that
 * of the form before its last change: nothing may be sent for it.
 */
export function useOrderQuote(form: OrderForm) {
  const { publishableKey } = useShop();
  const items = form.kind === 'replacement' ? null : readItems(form);
  const wish = toQuoteInput(form);
  const { data, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: [...orderQuoteKey, items, wish],
    queryFn: () => readQuote(items ?? [], wish, publishableKey),
    enabled: items !== null,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  const answer = items === null ? undefined : data;
  const quote = answer?.quote ?? null;
  const problems = quote?.problems ?? [];
  const isPlace = ({ code }: { code: string }) => code === 'not_delivered_there';
  const place =
    problems.find(isPlace)?.message ??
    (quote?.needsDestination ? 'Choose where it goes: the amounts depend on it.' : undefined);
  const codeProblem = problems.find(isCodeProblem)?.message;
  const other = problems.find((each) => !isCodeProblem(each) && !isPlace(each))?.message;
  const isOffered = quote?.rates.some(({ id }) => id === form.rateId) ?? true;
  return {
    quote,
    /** Null for the first one, also when the chosen one is no longer offered. */
    rateId: isOffered ? form.rateId : null,
    place,
    codeProblem,
    problem: answer?.failure?.message ?? other ?? place ?? codeProblem,
    waiting: items !== null && (data === undefined || isPlaceholderData),
    reading: isFetching,
    readAgain: refetch,
  };
}
