import { type Expression, type RawBuilder, sql } from 'kysely';

/**
 * Where a row comes in a round that is named by a random text: every round has its own order, so rows that a
 * provider can never be asked about, after some of which a round stops, do not keep the same others waiting.
 */
export function placeInRound(round: string, id: Expression<string>): RawBuilder<string> {
  return sql<string>`md5(${id}::text || ${round}::text)`;
}
