import { useSyncExternalStore } from 'react';
import type { Destination } from '#domain/delivery.ts';

/** What a visitor has chosen besides the cart, stored for the next time. */
export interface CheckoutChoices {
  /** Empty until chosen. */
  country: string;
  /** Empty until chosen; `elsewhere` for a region that no rule names. */
  region: string;
  /** Null for the first rate offered. */
  rateId: string | null;
  /** As typed; empty if none. */
  code: string;
}

export const elsewhere = '*';

const storageKey = 'order-wish';
const nothing: CheckoutChoices = { country: '', region: '', rateId: null, code: '' };

/** In browser storage; if that is unavailable, it lasts as long as the page. */
function createCheckoutChoices(getStorage: () => Storage) {
  const listeners = new Set<() => void>();
  let unsaved: string | null = null;
  let snapshot: { json: string | null; wish: CheckoutChoices } = { json: null, wish: nothing };

  function read(): string | null {
    try {
      return unsaved ?? getStorage().getItem(storageKey);
    } catch {
      return unsaved;
    }
  }

  function get(): CheckoutChoices {
    const json = read();
    if (json !== snapshot.json) snapshot = { json, wish: parse(json) };
    return snapshot.wish;
  }

  function set(change: Partial<CheckoutChoices>): void {
    const json = JSON.stringify({ ...get(), ...change });
    try {
      getStorage().setItem(storageKey, json);
      unsaved = null;
    } catch {
      unsaved = json;
    }
    announce();
  }

  function announce(): void {
    for (const listener of listeners) listener();
  }

  return {
    get,
    set,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      window.addEventListener('storage', announce);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) window.removeEventListener('storage', announce);
      };
    },
  };
}

function parse(json: string | null): CheckoutChoices {
  try {
    const stored: unknown = JSON.parse(json ?? '{}');
    if (typeof stored !== 'object' || stored === null) return nothing;
    const { country, region, rateId, code } = stored as Record<string, unknown>;
    const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 100) : '');
    return {
      country: text(country),
      region: text(region),
      rateId: text(rateId) || null,
      code: text(code),
    };
  } catch {
    return nothing;
  }
}

export const checkoutChoices = createCheckoutChoices(() => window.localStorage);

export function useCheckoutChoices(): CheckoutChoices {
  return useSyncExternalStore(checkoutChoices.subscribe, checkoutChoices.get, () => nothing);
}

/**
 * The destination, once everything that amounts depend on is known; `regions` lists, by country,
 * the regions that matter.
 */
export function destinationOf(
  { country, region }: CheckoutChoices,
  regions: Readonly<Record<string, readonly string[]>>,
): Destination | null {
  if (country === '' || (regions[country] && region === '')) return null;
  return { country, region: region === elsewhere ? '' : region, postalCode: '' };
}
