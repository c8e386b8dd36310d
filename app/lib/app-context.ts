import { createContext } from 'react-router';
import type { PaymentMethod } from '#domain/payment-method.ts';
import type { OwnersRules } from '#domain/selling-facts.ts';
import type { Site } from '#domain/texts/site-texts.ts';

/** What the server hands to every loader and action. */
export interface AppContextValues {
  /** In-process to our own /rest/v1, /auth/v1 and /functions/v1; no network. */
  fetch: typeof fetch;
  /** Canonical origin without a closing slash: SITE_URL, or the request's own loopback origin. */
  origin: string;
  publishableKey: string;
  /** The shop's facts and texts as the owner has them now. */
  site: Site;
  /** What the owner has set about delivery, tax and discount codes. */
  selling: OwnersRules;
  /** Every way of paying, in the order of the checkout. */
  paymentMethods: readonly PaymentMethod[];
  /** True while a payment provider or the email is simulated. */
  sandbox: boolean;
  /** The visitor's address, passed on so that limits count visitors and not ourselves. */
  address: string;
  /**
   * What `read` gave under this name since posts, testimonials and partners last changed, if it was
   * `worthKeeping`; absent: reads each time.
   */
  keep?: <Content>(
    name: string,
    read: () => Promise<Content>,
    worthKeeping: (content: Content) => boolean,
  ) => Promise<Content>;
  /** Runs a page's rendering, once its data is there, in the visitor’s turn; absent: at once. */
  renderInTurn?: <T>(render: () => Promise<T>) => Promise<T>;
  /** Where the truth about an unexpected failure goes; people read plain words instead. */
  report?: (error: unknown) => void;
}

export const appContext = createContext<AppContextValues>();
