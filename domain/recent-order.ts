/**
 * What a browser learns about an order that it or its account started within the last day, or
 * longer ago if the bank took longer to pay.
 */
export interface RecentOrder {
  id: string;
  /** `processing`: paid, awaiting the bank; `open`: not paid yet. */
  state: 'paid' | 'processing' | 'open';
  items: { id: string; name: string; weight: string; quantity: number }[];
  /** ISO 8601. */
  created_at: string;
  /** The lines came from an account's cart, where the server removes them; false for a guest's cart. */
  from_account: boolean;
  /** The bank declined the last card; another can be tried. */
  declined?: true;
  /** The page where the customer sees it. */
  path: string;
}
