import type { ListFilters } from '../data/use-admin-calls.ts';
import { toMoments } from '../table/day-range.ts';

/** In the address, in place of an e-mail: what the shop did by itself. */
export const theShop = 'shop';

/** The shop has no e-mail, so it is chosen alone. The last choice counts. */
export function choosePeople(before: readonly string[], chosen: readonly string[]): string[] {
  if (!chosen.includes(theShop)) return [...chosen];
  return before.includes(theShop) ? chosen.filter((each) => each !== theShop) : [theShop];
}

/** What the chosen table, people and days mean to the server. */
export function logFilters(chosen: Readonly<Record<string, readonly string[]>>): ListFilters {
  const { table, by } = chosen;
  const [from = ''] = chosen.from ?? [];
  const [until = ''] = chosen.until ?? [];
  return {
    ...(table ? { table_name: table } : {}),
    ...(by ? { actor_email: by.includes(theShop) ? null : by } : {}),
    ...(from || until ? { created_at: toMoments(from, until) } : {}),
  };
}
