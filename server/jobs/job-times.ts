const minute = 60_000;

/** In milliseconds. */
export interface JobTimes {
  reconcileEvery: number;
  /** After a start: whatever a crash left behind shouldn't wait long. */
  firstReconcileAfter: number;
  compareEvery: number;
  pruneEvery: number;
  /** Not after a day, which a process may not live to see. */
  firstPruneAfter: number;
  /** How often to look for deletions that stopped half-way. */
  eraseAgainEvery: number;
  /** How often the dashboard's sums are updated. */
  sumSalesEvery: number;
  /** How often the totals of customers whose orders changed are recomputed. */
  sumCustomersEvery: number;
  /** How often to look for visitors' messages without being notified. */
  contactsEvery: number;
  /**
   * How often to look for batches that were released or recalled without one of our functions, to
   * sign them.
   */
  passportsEvery: number;
  /** How often to look for scheduled posts that are due. */
  postsEvery: number;
  /** How often to continue recalls that a process started sending. */
  recallsEvery: number;
  firstRecallsAfter: number;
  /** How often to look for problems with the shop; one found twice in a row alerts the team. */
  watchEvery: number;
  /** How often to look for batches with more units checked than were made. */
  checkedUnitsEvery: number;
  firstCheckedUnitsAfter: number;
  /** How often to look for products that became low on stock; at most one email per day says so. */
  lowStockEvery: number;
  firstLowStockAfter: number;
  /** How often the outbox checks for emails without being notified. */
  outboxPoll: number;
  /** How long one email may take. */
  mailTimeout: number;
  /** How long `send-order-email` waits for the mail server. */
  deliveryWait: number;
}

export const jobTimes: JobTimes = {
  reconcileEvery: 5 * minute,
  firstReconcileAfter: 10_000,
  compareEvery: 24 * 60 * minute,
  pruneEvery: 24 * 60 * minute,
  firstPruneAfter: 20 * minute,
  eraseAgainEvery: 5 * minute,
  sumSalesEvery: minute,
  sumCustomersEvery: 10_000,
  contactsEvery: minute,
  passportsEvery: minute,
  postsEvery: 10_000,
  recallsEvery: minute,
  firstRecallsAfter: 5_000,
  watchEvery: 15_000,
  checkedUnitsEvery: 24 * 60 * minute,
  firstCheckedUnitsAfter: 30 * minute,
  lowStockEvery: 60 * minute,
  firstLowStockAfter: 5 * minute,
  outboxPoll: 15_000,
  mailTimeout: 30_000,
  deliveryWait: 5000,
};
