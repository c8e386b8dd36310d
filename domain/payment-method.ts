import type { Database } from '#supabase/database.gen.ts';

type Order = Database['public']['Tables']['orders']['Row'];

/** The column that holds a provider's id of its session or wallet order: one per provider. */
export type ReferenceColumn = Extract<keyof Order, `${string}_session_id` | `${string}_order_id`>;

export type References = { [Column in ReferenceColumn]?: string | null };

/**
 * `redirect`: the customer pays on the provider's page; the order is looked up by session id.
 * `approve`: the customer approves there, and the shop captures the payment when they return.
 */
export type PaymentKind = 'redirect' | 'approve';

/** A payment method, as far as checkout, success page and order lists need it. */
export interface PaymentMethod {
  id: string;
  /** What the customer chooses, e.g. "Card". */
  label: string;
  hint: string;
  /** Logos that people recognize it by: files under `/media/marks`, drawn 24 pixels high. */
  marks?: readonly { src: string; width: number }[];
  /** The company on whose page the customer pays. */
  company: string;
  kind: PaymentKind;
  /** False while it is not configured; existing orders paid with it are still shown. */
  offered: boolean;
  referenceColumn: ReferenceColumn;
  /** The two functions that start and confirm a payment (requirements §7.2). */
  functions: { start: string; confirm: string };
  /** Where customers return to; `parameter` holds the reference. */
  successPage: { path: string; parameter: string };
}

/** Requirements §4.11, "Payment method display"; null is shown as unknown. */
export function paymentMethodOf<Method extends Pick<PaymentMethod, 'referenceColumn'>>(
  order: References,
  methods: readonly Method[],
): Method | null {
  return methods.find(({ referenceColumn }) => order[referenceColumn]) ?? null;
}
