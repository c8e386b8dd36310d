import type { ParsedQuery, Window } from '../query/query-ast.ts';
import { negativeLimit, reversedRange } from '../respond/request-errors.ts';

/** The root's requested rows: from `offset`, up to `limit` of them. */
export interface RequestedWindow {
  offset: bigint;
  limit: bigint | null;
}

/**
 * Combines `limit`, `offset` and, for GET, the Range header: returns the rows in both. Ignores a
 * malformed Range header, as HTTP requires. Throws RestError PGRST103.
 */
export function readWindow(query: ParsedQuery, rangeHeader: string | null): RequestedWindow {
  const parameters: Window = Object.assign(
    {},
    ...query.windows.filter(({ path }) => path.length === 0).map(({ window }) => window),
  );
  const offset = notNegative(BigInt(parameters.offset ?? 0));
  const limit = parameters.limit === undefined ? null : BigInt(parameters.limit);
  if (limit !== null && limit < 0n) throw negativeLimit();
  const range = /^([0-9]+)-([0-9]*)$/.exec(rangeHeader ?? '');
  if (!range || limit === 0n) return { offset, limit };

  const from = BigInt(range[1] as string);
  const to = range[2] ? BigInt(range[2]) : null;
  if (to !== null && to < from) throw reversedRange();
  const start = from > offset ? from : offset;
  const ends = [...(limit === null ? [] : [offset + limit - 1n]), ...(to === null ? [] : [to])];
  if (ends.length === 0) return { offset: start, limit: null };
  const end = ends.sort(ascending)[0] as bigint;
  if (end < start) throw negativeLimit();
  return { offset: start, limit: end - start + 1n };
}

/** A negative offset means the first row. */
const notNegative = (offset: bigint) => (offset < 0n ? 0n : offset);

const ascending = (a: bigint, b: bigint) => (a < b ? -1 : Number(a > b));
