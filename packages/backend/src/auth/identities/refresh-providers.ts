import type { Queryable } from '../../database/database.ts';
import { mergeMetadata, reloadUser, type UserRow } from '../accounts/users.ts';

/** Writes into the account by which providers it can be reached; the first one leads. */
export async function refreshProviders(tx: Queryable, userId: string, now: Date): Promise<UserRow> {
  const { identities } = await reloadUser(tx, userId);
  const providers = [...new Set(identities.map(({ provider }) => provider))];
  const patch = { providers, provider: providers[0] ?? 'email' };
  await mergeMetadata(tx, userId, 'raw_app_meta_data', patch, now);
  return reloadUser(tx, userId);
}
