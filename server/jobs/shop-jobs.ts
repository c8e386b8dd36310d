import type { Database } from '@liv-fit/backend/database';
import { createKysely } from '@liv-fit/backend/database';
import type { Accounts } from '#server/accounts/accounts.ts';
import type { AuthenticityContext } from '#server/authenticity/authenticity.ts';
import { publishAllDue } from '#server/authenticity/publish-passport.ts';
import { sendRecalls } from '#server/authenticity/recalls/send-recalls.ts';
import { eraseAgain } from '#server/backups/erase-again.ts';
import { announceContacts } from '#server/contacts/announce-contacts.ts';
import { closeCancelledPages } from '#server/orders/checkout/close-cancelled-pages.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { comparePayments } from '#server/orders/reconcile/compare-payments.ts';
import { reconcile } from '#server/orders/reconcile/reconcile.ts';
import { announceLowStock } from '#server/orders/stock/announce-low-stock.ts';
import type { Job } from './job.ts';
import type { JobTimes } from './job-times.ts';
import { prune } from './prune.ts';
import { publishDuePosts } from './publish-due-posts.ts';
import { sumCustomers } from './sum-customers.ts';
import { sumSales } from './sum-sales.ts';

interface ShopJobsParts {
  context: OrderContext;
  database: Database;
  accounts: Accounts;
  authenticity: AuthenticityContext;
  times: JobTimes;
  watch: () => Promise<unknown>;
}

/**
 * Recurring jobs for orders, payments, emails and batches. Jobs for accounts, files and backups are
 * added in `server/setup/open-commerce.ts`.
 */
export function shopJobs(parts: ShopJobsParts): Job[] {
  const { context, database, accounts, authenticity, times, watch } = parts;
  return [
    {
      name: 'reconcile',
      everyMs: times.reconcileEvery,
      firstAfterMs: times.firstReconcileAfter,
      run: (signal) => reconcile(context, signal),
    },
    {
      name: 'cancelled',
      everyMs: times.reconcileEvery,
      firstAfterMs: times.firstReconcileAfter,
      run: (signal) => closeCancelledPages(context, signal),
    },
    {
      name: 'compare',
      everyMs: times.compareEvery,
      firstAfterMs: times.reconcileEvery,
      run: (signal) => comparePayments(context, signal),
    },
    {
      name: 'prune',
      everyMs: times.pruneEvery,
      firstAfterMs: times.firstPruneAfter,
      run: (signal) => prune(context, signal),
    },
    {
      name: 'erase again',
      everyMs: times.eraseAgainEvery,
      whileHeld: true,
      run: () => eraseAgain(context, accounts),
    },
    {
      name: 'sum sales',
      everyMs: times.sumSalesEvery,
      whileHeld: true,
      run: (signal) => sumSales(database, signal),
    },
    {
      name: 'sum customers',
      everyMs: times.sumCustomersEvery,
      whileHeld: true,
      run: (signal) => sumCustomers(database, signal),
    },
    {
      name: 'contacts',
      everyMs: times.contactsEvery,
      run: () => announceContacts({ ...context, db: createKysely(database) }),
    },
    {
      name: 'passports',
      everyMs: times.passportsEvery,
      run: (signal) => publishAllDue(authenticity, signal),
    },
    {
      name: 'posts',
      everyMs: times.postsEvery,
      whileHeld: true,
      run: (signal) => publishDuePosts(database, signal),
    },
    { name: 'watch', everyMs: times.watchEvery, whileHeld: true, run: watch },
    {
      name: 'recalls',
      everyMs: times.recallsEvery,
      firstAfterMs: times.firstRecallsAfter,
      run: (signal) => sendRecalls(context, signal),
    },
    {
      name: 'checked units',
      everyMs: times.checkedUnitsEvery,
      firstAfterMs: times.firstCheckedUnitsAfter,
      run: () => database.query({ text: 'select private.find_more_checks_than_units()' }),
    },
    {
      name: 'low stock',
      everyMs: times.lowStockEvery,
      firstAfterMs: times.firstLowStockAfter,
      run: () => announceLowStock(context),
    },
  ];
}
