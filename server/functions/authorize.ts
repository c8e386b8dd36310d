import type { Database } from '@liv-fit/backend/database';
import { forAdmins, forAdminsAndService, forService } from './for-admins.ts';
import { forCustomers, forEveryone } from './for-customers.ts';
import type { Access, FunctionHandler } from './function-handler.ts';

/** Puts the check that belongs to `access` before the handler. */
export function authorize(
  access: Access,
  database: Database,
  handler: FunctionHandler,
): FunctionHandler {
  switch (access) {
    case 'everyone':
      return forEveryone(database, handler);
    case 'unchecked':
      return handler;
    case 'customers':
      return forCustomers(database, handler);
    case 'before second step':
      return forCustomers(database, handler, { secondStep: false });
    case 'admins':
      return forAdmins(database, handler);
    case 'admins and service':
      return forAdminsAndService(database, handler);
    case 'service':
      return forService(handler);
  }
}
