import type { Tables } from '#server/orders/tables.ts';

/** Whether the account can be opened with a password; one that came by a provider has none. */
export async function hasPassword(db: Tables, userId: string): Promise<boolean> {
  const user = await db
    .selectFrom('auth.users')
    .select('encrypted_password')
    .where('id', '=', userId)
    .executeTakeFirst();
  return Boolean(user?.encrypted_password);
}
