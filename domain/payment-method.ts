import type { Database } from '#supabase/database.gen.ts';

type Order = Database['public']['Tables']['orders']['Row'];

/** Where an order keeps a provider's id of its session or wallet order: one column a provider. */
export type ReferenceColumn = Extract<keyof Order, `${string}_session_id` | `${string}_order_id`>;

export type References = { [Column in ReferenceColumn]?: string | null };

/**
 * `redirect`: the provider takes the payment on its page; the order is read by its session id.
 * `approve`: the customer approves there, and the shop has the payment taken on the way back.
 */
export type PaymentKind = 'redirect' | 'approve';

/** A way of paying, as much of it as checkout, success page and order lists need. */
export interface PaymentMethod {
  id: string;
  /** What the customer chooses, e.g. "Card". */
  label: string;
  hint: string;
  /** What people know it by: files under `/media/marks`, drawn 24 pixels high. */
  marks?: readonly { src: string; width: number }[];
  /** Whose page the customer pays on. */
  company: string;
  kind: PaymentKind;
  /** False while it is not configured; its orders are shown all the same. */
  offered: boolean;
  referenceColumn: ReferenceColumn;
  /** The two functions that begin and confirm a payment (requirements §7.2). */
  functions: { start: string; confirm: string };
  /** Where customers come back to; `parameter` holds the reference. */
  successPage: { path: string; parameter: string };
}

/** Requirements §4.11, "Payment method display"; null is shown as unknown. */
export function paymentMethodOf<Method extends Pick<PaymentMethod, 'referenceColumn'>>(
  order: References,
  methods: readonly Method[],
): Method | null {
  return methods.find(({ referenceColumn }) => order[referenceColumn]) ?? null;
}
