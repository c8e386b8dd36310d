import { sql } from 'kysely';
import type { Tables } from '#server/orders/tables.ts';

/** An account that is an admin, as decided by the database. */
export interface AdminAccount {
  id: string;
  email: string | null;
  /** Admin by ADMIN_EMAIL; this access can't be removed here. */
  configured: boolean;
  last_sign_in_at: Date | null;
}

export async function adminAccounts(db: Tables): Promise<AdminAccount[]> {
  const { rows } = await sql<AdminAccount>`
    select * from private.admin_accounts() order by configured desc, email
  `.execute(db);
  return rows;
}
