/** The shapes of PayPal's requests and responses (https://developer.paypal.com/docs/api/orders/v2/). */

export interface Money {
  currency_code: string;
  /** Decimal as text, e.g. "49.90". */
  value: string;
}

export interface Link {
  href: string;
  rel: string;
  method: string;
}

export interface Item {
  name: string;
  quantity: string;
  unit_amount: Money;
  sku?: string | undefined;
  description?: string | undefined;
  category?: string | undefined;
}

export interface Amount extends Money {
  breakdown?:
    | Partial<Record<'item_total' | 'shipping' | 'tax_total' | 'discount', Money | undefined>>
    | undefined;
}

interface Address {
  address_line_1: string;
  address_line_2?: string;
  admin_area_2: string;
  admin_area_1?: string;
  postal_code: string;
  country_code: string;
}

export interface Payer {
  name: { given_name: string; surname: string };
  email_address: string;
  payer_id: string;
  phone?: { phone_number: { national_number: string } };
  address: { country_code: string };
}

export interface Shipping {
  name: { full_name: string };
  address: Address;
}

export interface PurchaseUnit {
  reference_id: string;
  amount: Amount;
  payee: { email_address: string; merchant_id: string };
  description?: string | undefined;
  custom_id?: string | undefined;
  invoice_id?: string | undefined;
  items?: Item[] | undefined;
  shipping?: Shipping;
}

export type OrderStatus = 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED';

export interface Order {
  id: string;
  intent: 'CAPTURE';
  status: OrderStatus;
  purchase_units: PurchaseUnit[];
  payer?: Payer;
  create_time: string;
  update_time: string;
}

export type CaptureStatus =
  | 'COMPLETED'
  | 'PENDING'
  | 'DECLINED'
  | 'PARTIALLY_REFUNDED'
  | 'REFUNDED';

export interface Capture {
  id: string;
  status: CaptureStatus;
  status_details?: { reason: string };
  amount: Money;
  final_capture: true;
  custom_id?: string | undefined;
  invoice_id?: string | undefined;
  create_time: string;
  update_time: string;
}

export interface Refund {
  id: string;
  status: 'COMPLETED' | 'PENDING' | 'FAILED';
  amount: Money;
  custom_id?: string | undefined;
  invoice_id?: string | undefined;
  note_to_payer?: string | undefined;
  create_time: string;
  update_time: string;
}

export type DisputeOutcome = 'RESOLVED_SELLER_FAVOUR' | 'RESOLVED_BUYER_FAVOUR';

export interface Dispute {
  dispute_id: string;
  reason: string;
  status: 'OPEN' | 'RESOLVED';
  dispute_state: 'REQUIRED_ACTION' | 'RESOLVED';
  dispute_life_cycle_stage: 'CHARGEBACK';
  dispute_amount: Money;
  dispute_outcome?: { outcome_code: DisputeOutcome; amount_refunded: Money };
  disputed_transactions: { seller_transaction_id: string; invoice_number?: string | undefined }[];
  create_time: string;
  update_time: string;
}

export interface WebhookEvent {
  id: string;
  event_version: '1.0';
  resource_version: '2.0';
  create_time: string;
  resource_type: 'checkout-order' | 'capture' | 'refund' | 'dispute';
  event_type: string;
  summary: string;
  resource: object;
  links: Link[];
}
