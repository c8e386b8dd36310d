import type { SellingRules } from '#domain/quote-order.ts';
import type { MailSite } from '#emails/fill-mail-texts.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';
import type { PaymentProviderName } from '#server/payments/registry.ts';
import type { Tables } from './tables.ts';

/**
 * Dependencies of every operation on orders. Built once; nothing in it belongs to a single request.
 */
export interface OrderContext {
  db: Tables;
  /** Only the configured providers. */
  providers: Partial<Record<PaymentProviderName, PaymentProvider>>;
  now: () => Date;
  log: OrderLog;
  /** May query the database, so never call it inside a transaction. */
  site: () => MailSite | Promise<MailSite>;
  /** Reads the delivery and tax rules. Must not be called inside a transaction either. */
  sellingRules: () => SellingRules | Promise<SellingRules>;
  /** Receives emails about new orders and alerts. */
  teamEmail: string;
  /** Origin for links in emails, without a trailing slash. */
  origin: string;
}

/** Arguments as for pino: the fields first. Never log personal data. */
export interface OrderLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}
