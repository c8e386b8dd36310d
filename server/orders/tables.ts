import type { ColumnType, Generated, JSONColumnType, Kysely, Selectable } from 'kysely';
import type {
  OrderStatus,
  PaymentProviderName,
  PaymentStatus,
  StoredOrderLine,
} from '#domain/order.ts';

type Timestamp = ColumnType<Date, Date | string, Date | string>;
type NullableTimestamp = ColumnType<Date | null, Date | string | null, Date | string | null>;
type Numeric = ColumnType<string, string | number, string | number>;

/** Stands in until the generated types are there. */
export interface DB {
  products: {
    id: Generated<string>;
    name: string;
    price: Numeric;
    weight_type: Generated<string>;
    sold_out: Generated<boolean>;
    image_url: Generated<string>;
  };
  orders: {
    id: Generated<string>;
    user_id: string | null;
    name: string;
    email: string;
    phone: Generated<string>;
    address: string;
    order_items: JSONColumnType<StoredOrderLine[]>;
    total_amount: Numeric;
    currency: Generated<string>;
    status: Generated<OrderStatus>;
    payment_status: Generated<PaymentStatus>;
    stripe_session_id: string | null;
    paypal_order_id: string | null;
    created_at: ColumnType<Date, Date | string | undefined, Date | string>;
    paid_at: NullableTimestamp;
  };
  payments: {
    id: Generated<string>;
    order_id: string;
    provider: PaymentProviderName;
    reference: string;
    amount_cents: number;
    currency: string;
    created_at: Generated<Date>;
  };
  'private.checkout_attempts': {
    order_id: string;
    provider: PaymentProviderName;
    attempt_key: string;
    fingerprint: string;
    access_token_hash: string;
    checkout_url: string | null;
    return_origin: Generated<string>;
    created_at: Generated<Date>;
  };
  'private.provider_events': {
    provider: PaymentProviderName;
    event_id: string;
    type: string;
    reference: string | null;
    received_at: Generated<Timestamp>;
    done_at: NullableTimestamp;
    tries: Generated<number>;
    last_error: string | null;
  };
  'private.email_outbox': {
    id: Generated<string>;
    dedupe_key: string;
    order_id: string | null;
    recipient: string;
    subject: string;
    html: string;
    text: string;
    status: Generated<'queued' | 'sent' | 'failed'>;
    tries: Generated<number>;
    next_attempt_at: ColumnType<Date, Date | string | undefined, Date | string>;
    leased_until: NullableTimestamp;
    last_error: string | null;
    created_at: Generated<Date>;
    sent_at: NullableTimestamp;
  };
  'private.product_views': {
    product_id: string;
    visitor: string;
    seen_at: Generated<Date>;
  };
}

export type Tables = Kysely<DB>;
export type OrderRow = Selectable<DB['orders']>;
