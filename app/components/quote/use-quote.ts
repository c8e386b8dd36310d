import { useEffect, useState } from 'react';
import { destinationOf, useCheckoutChoices } from '#app/lib/checkout-choices.ts';
import { type Quote, type QuoteInput, type QuoteItem, readQuote } from '#app/lib/read-quote.ts';
import { useShop } from '#app/lib/use-shop.ts';
import type { SellingFacts } from '#domain/selling-facts.ts';

export interface Quoted {
  /** The latest quote; while `reading`, it belongs to an earlier cart or choice. */
  quote: Quote | null;
  reading: boolean;
  /** Why the last call failed, in words; null if it did not. */
  failure: string | null;
  wish: QuoteInput;
  retry: () => void;
}

/** How long to wait for another click on a stepper. */
const pauseMs = 150;

/** What the items cost with the visitor's choices; requested again whenever either changes. */
export function useQuote(
  items: readonly QuoteItem[],
  selling: SellingFacts,
  /** Requests a new quote when it changes. */
  round: number,
): Quoted {
  const { publishableKey } = useShop();
  const chosen = useCheckoutChoices();
  const [again, setAgain] = useState(0);
  const wish: QuoteInput = {
    discountCode: selling.codes ? chosen.code : '',
    deliveryRateId: chosen.rateId,
    destination: selling.destination ? destinationOf(chosen, selling.regions) : null,
  };
  const asked = JSON.stringify([
    items.map(({ id, weight, quantity }) => [id, weight, quantity]),
    wish,
    round,
    again,
  ]);
  const [answer, setAnswer] = useState<{
    asked: string;
    quote: Quote | null;
    failure: string | null;
  }>({
    asked: '',
    quote: null,
    failure: null,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` says all of it
  useEffect(() => {
    if (items.length === 0) return;
    let left = false;
    const timer = setTimeout(async () => {
      const { quote, failure } = await readQuote(items, wish, publishableKey);
      if (left) return;
      const told = failure && (failure.status === 400 ? failure.message : unreachable);
      setAnswer((before) => ({ asked, quote: quote ?? before.quote, failure: told }));
    }, pauseMs);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [asked, publishableKey]);

  return {
    quote: answer.quote,
    reading: answer.asked !== asked,
    failure: answer.asked === asked ? answer.failure : null,
    wish,
    retry: () => setAgain((before) => before + 1),
  };
}

const unreachable = 'Delivery and the total could not be calculated. Please check your connection.';
