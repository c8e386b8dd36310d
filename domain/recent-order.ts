/**
 * What a browser learns about an order that it, or its account, started in the last day, or that a
 * bank took longer to pay.
 */
export interface RecentOrder {
  id: string;
  /** `processing`: paid, awaiting the bank; `open`: not paid yet. */
  state: 'paid' | 'processing' | 'open';
  items: { id: string; name: string; weight: string; quantity: number }[];
  /** ISO 8601. */
  created_at: string;
  /**
   * The lines came from an account's cart, where the server removes them; false for a guest's cart.
   */
  from_account: boolean;
  /** The bank refused the last card; another can be tried. */
  declined?: true;
  /** The page that shows it to the customer. */
  path: string;
}
