import type { Tables } from '#server/orders/tables.ts';

/** Whether the account has a password; one created through a provider has none. */
export async function hasPassword(db: Tables, userId: string): Promise<boolean> {
  const user = await db
    .selectFrom('auth.users')
    .select('encrypted_password')
    .where('id', '=', userId)
    .executeTakeFirst();
  return Boolean(user?.encrypted_password);
}
