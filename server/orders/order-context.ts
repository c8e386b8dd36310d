import type { SellingRules } from '#domain/quote-order.ts';
import type { MailSite } from '#emails/fill-mail-texts.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';
import type { PaymentProviderName } from '#server/payments/registry.ts';
import type { Tables } from './tables.ts';

/** What every operation on orders works with. Built once; nothing in it belongs to a request. */
export interface OrderContext {
  db: Tables;
  /** The configured ones. */
  providers: Partial<Record<PaymentProviderName, PaymentProvider>>;
  now: () => Date;
  log: OrderLog;
  /** May ask the database, so never call it inside a transaction. */
  site: () => MailSite | Promise<MailSite>;
  /** The same about these. */
  sellingRules: () => SellingRules | Promise<SellingRules>;
  /** Gets an email for every paid order and whatever needs a human. */
  teamEmail: string;
  /** Origin for links in emails, without a trailing slash. */
  origin: string;
}

/** Takes the facts first, as pino does. Never personal data. */
export interface OrderLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}
