import type { Database } from '@liv-fit/backend/database';
import { forAdmins, forAdminsAndService, forService } from './for-admins.ts';
import { forCustomers, forEveryone } from './for-customers.ts';
import type { Access, Admission } from './function-handler.ts';

/** The check for this kind of `access`. */
export function authorize(access: Access, database: Database): Admission {
  switch (access) {
    case 'everyone':
      return forEveryone(database);
    case 'unchecked':
      return (_c, caller) => caller;
    case 'customers':
      return forCustomers(database);
    case 'before second step':
      return forCustomers(database, { secondStep: false });
    case 'admins':
      return forAdmins(database);
    case 'admins and service':
      return forAdminsAndService(database);
    case 'service':
      return forService;
  }
}
