import type { Client } from './shop.ts';

/** What somebody without the key might try in its place. */
export const sneakyKeys = (key: string): string[] => [
  '',
  '*',
  '%',
  `${key.slice(0, 4)}%`,
  `${key.slice(0, 4)}*`,
  key.slice(0, -1),
  `${key}x`,
  `${key},${key}`,
  `eq.${key}`,
  key === key.toLowerCase() ? key.toUpperCase() : key.toLowerCase(),
  `${key}' or '1'='1`,
  'null',
];

type Table = 'orders' | 'validity_codes';

// The builder's own type grows with every filter; what matters here is what comes out.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Query = any;
type Answer = { data: unknown; count?: number | null; error: unknown };

/** Filters that match more than one row, or somebody else's row. */
export function wideFilters(
  column: string,
  value: string,
): ((query: Query) => PromiseLike<Answer>)[] {
  return [
    (query) => query,
    (query) => query.eq(column, value),
    (query) => query.neq(column, 'x'),
    (query) => query.gt(column, ''),
    (query) => query.lte(column, '~'),
    (query) => query.like(column, '%'),
    (query) => query.ilike(column, `${value.slice(0, 3)}%`),
    (query) => query.likeAnyOf(column, ['%', 'a%']),
    (query) => query.in(column, [value, 'x']),
    (query) => query.not(column, 'is', null),
    (query) => query.not(column, 'eq', 'x'),
    (query) => query.or(`${column}.eq.${value},${column}.neq.x`),
    (query) => query.or(`and(${column}.gte.A,${column}.lte.z),${column}.not.is.null`),
    (query) => query.match(column, '.*'),
    (query) => query.order(column).limit(1),
    (query) => query.range(0, 100),
    (query) => query.maybeSingle(),
    (query) => query.csv(),
  ];
}

/** How many rows, or how large a count, all of these queries reveal together. */
export async function countLeaks(
  client: Client,
  table: Table,
  column: string,
  value: string,
): Promise<number> {
  let leaks = 0;
  for (const filter of wideFilters(column, value)) {
    for (const options of [{}, { count: 'exact' }, { count: 'exact', head: true }] as const) {
      const { data, count } = await filter(client.from(table).select(column, options));
      leaks += rowsIn(data) + (count ?? 0);
    }
  }
  return leaks;
}

function rowsIn(data: unknown): number {
  if (Array.isArray(data)) return data.length;
  // CSV: every line after the header.
  if (typeof data === 'string') return data.trim().split('\n').slice(1).filter(Boolean).length;
  return data === null || data === undefined ? 0 : 1;
}
