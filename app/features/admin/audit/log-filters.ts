import type { ListFilters } from '../data/use-admin-calls.ts';
import { toMoments } from '../table/day-range.ts';

/** In the URL, in place of an email address: what the shop did by itself. */
export const theShop = 'shop';

/** The shop has no email, so it is selected alone. The last choice wins. */
export function choosePeople(before: readonly string[], chosen: readonly string[]): string[] {
  if (!chosen.includes(theShop)) return [...chosen];
  return before.includes(theShop) ? chosen.filter((each) => each !== theShop) : [theShop];
}

/** Converts the chosen table, people and days to filters for the server. */
export function logFilters(
  chosen: Readonly<Record<string, readonly string[]>>,
  timeZone: string,
): ListFilters {
  const { table, by } = chosen;
  const [from = ''] = chosen.from ?? [];
  const [until = ''] = chosen.until ?? [];
  return {
    ...(table ? { table_name: table } : {}),
    ...(by ? { actor_email: by.includes(theShop) ? null : by } : {}),
    ...(from || until ? { created_at: toMoments(from, until, timeZone) } : {}),
  };
}
