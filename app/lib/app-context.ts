import { createContext } from 'react-router';
import type { PaymentMethod } from '#domain/payment-method.ts';
import type { OwnersRules } from '#domain/selling-facts.ts';
import type { Site } from '#domain/texts/site-texts.ts';

/** What the server passes to every loader and action. */
export interface AppContextValues {
  /** Calls our own /rest/v1, /auth/v1 and /functions/v1 within the process; no network. */
  fetch: typeof fetch;
  /** Canonical origin without a trailing slash: SITE_URL, or the request's own loopback origin. */
  origin: string;
  publishableKey: string;
  /** The shop's current facts and texts. */
  site: Site;
  /** The owner's rules for delivery, tax and discount codes. */
  selling: OwnersRules;
  /** Every payment method, in checkout order. */
  paymentMethods: readonly PaymentMethod[];
  /** True while a payment provider or the mail server is simulated. */
  sandbox: boolean;
  /** The visitor's IP address, passed on so that rate limits count visitors and not the server itself. */
  address: string;
  /**
   * Caches what `read` returned under this name until posts, testimonials or partners change, if it
   * was `worthKeeping`. If absent, content is read each time.
   */
  keep?: <Content>(
    name: string,
    read: () => Promise<Content>,
    worthKeeping: (content: Content) => boolean,
  ) => Promise<Content>;
  /** Renders a page, once its data is there, when it is the visitor's turn; if absent, at once. */
  renderInTurn?: <T>(render: () => Promise<T>) => Promise<T>;
  /** Receives unexpected errors in full; people see plain words instead. */
  report?: (error: unknown) => void;
}

export const appContext = createContext<AppContextValues>();
