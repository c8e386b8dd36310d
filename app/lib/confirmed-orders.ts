/** What this browser has already done for an order it saw paid. */
export type ConfirmationStep =
  | 'cart-cleared'
  | 'captured'
  | 'announced'
  | 'mailed'
  /** The customer wants to buy the same again. */
  | 'pay-again';

const storageKey = 'confirmed-orders';
/** Older ones are dropped; their pages no longer open. */
const remembered = 20;

type Entry = [orderId: string, steps: ConfirmationStep[]];

/** Remembers across reloads and tabs which steps of an order's confirmation are done. */
export function createConfirmedOrders(getStorage: () => Storage) {
  let unsaved: Entry[] | null = null;

  function read(): Entry[] {
    if (unsaved) return unsaved;
    try {
      const stored: unknown = JSON.parse(getStorage().getItem(storageKey) ?? '[]');
      if (!Array.isArray(stored)) return [];
      return stored.filter(
        (entry): entry is Entry =>
          Array.isArray(entry) && typeof entry[0] === 'string' && Array.isArray(entry[1]),
      );
    } catch {
      return [];
    }
  }

  function stepsOf(orderId: string): ConfirmationStep[] {
    return read().find(([id]) => id === orderId)?.[1] ?? [];
  }

  function write(orderId: string, steps: ConfirmationStep[]): void {
    const others = read().filter(([id]) => id !== orderId);
    const kept = [...others, [orderId, steps] satisfies Entry].slice(-remembered);
    try {
      getStorage().setItem(storageKey, JSON.stringify(kept));
      unsaved = null;
    } catch {
      unsaved = kept;
    }
  }

  return {
    /** True only the first time and for one caller, which then performs the step. */
    take(orderId: string, step: ConfirmationStep): boolean {
      const steps = stepsOf(orderId);
      if (steps.includes(step)) return false;
      write(orderId, [...steps, step]);
      return true;
    },
    /** The orders that the customer has seen paid, or wants to buy again. */
    seen(): string[] {
      return read()
        .filter(([, steps]) => steps.includes('announced') || steps.includes('pay-again'))
        .map(([id]) => id);
    },
    /** The step failed: the next visit may try it again. */
    giveBack(orderId: string, step: ConfirmationStep): void {
      write(
        orderId,
        stepsOf(orderId).filter((taken) => taken !== step),
      );
    },
  };
}

export const confirmedOrders = createConfirmedOrders(() => window.localStorage);
