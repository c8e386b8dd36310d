import { sql } from 'kysely';
import type { Tables } from '#server/orders/tables.ts';

/** An account that may administer the shop, as the database decides it. */
export interface AdminAccount {
  id: string;
  email: string | null;
  /** By ADMIN_EMAIL; the right cannot be taken away here. */
  configured: boolean;
  last_sign_in_at: Date | null;
}

export async function adminAccounts(db: Tables): Promise<AdminAccount[]> {
  const { rows } = await sql<AdminAccount>`
    select * from private.admin_accounts() order by configured desc, email
  `.execute(db);
  return rows;
}
