const minute = 60_000;

/** In milliseconds. */
export interface JobTimes {
  reconcileEvery: number;
  /** After a start: whatever a crash left behind should not wait long. */
  firstReconcileAfter: number;
  compareEvery: number;
  pruneEvery: number;
  /** Because a process may not live a day. */
  firstPruneAfter: number;
  /** How often the dashboard's sums are brought up to date. */
  sumSalesEvery: number;
  /** How often the rows of customers whose orders changed are added up again. */
  sumCustomersEvery: number;
  /** How often to look for messages of visitors without having been woken. */
  contactsEvery: number;
  /** How often to look for batches that were released or recalled without a function, to sign them. */
  passportsEvery: number;
  /** How often to look for posts whose time has come. */
  postsEvery: number;
  /** How often to go on with recalls that a process began to send. */
  recallsEvery: number;
  firstRecallsAfter: number;
  /** How often to look for what keeps the shop from working; two looks in a row tell the team. */
  watchEvery: number;
  /** How often to look for batches of which more units were checked than made. */
  checkedUnitsEvery: number;
  firstCheckedUnitsAfter: number;
  /** How often to look for products that became low; at most one email a day says so. */
  lowStockEvery: number;
  firstLowStockAfter: number;
  /** How often the outbox looks without having been woken. */
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
