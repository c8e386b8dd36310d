import type { Statement } from '../../database/database.ts';
import type { Condition, Operation } from '../query/query-ast.ts';
import { arrayItems } from '../query/search-cost.ts';
import { costOfRead, filtersByCalls } from './read-cost.ts';
import type { ReadNode } from './read-node.ts';

/** What a page needs stays well below these, however many rows there are and however long they are. */
const ordinaryCost = 200;
const ordinaryComparisons = 10;
const ordinaryPatterns = 2;
const longestPattern = 100;
const ordinaryOrder = 2;

/** Characters: an article, or a few hundred rows. */
const ordinaryBody = 16 * 1024;

/** The same column selected repeatedly, whole or in parts. */
const ordinaryRepetitions = 2;

/**
 * Whether a statement may take long, judging only by its structure: relations that multiply, many
 * comparisons, or searches in full texts. Such statements wait for ordinary ones (`FairTurns`).
 */
export function isDemanding(
  root: ReadNode,
  conditions: readonly { condition: Condition }[],
): boolean {
  const total = conditions
    .map(({ condition }) => workOf(condition))
    .reduce((sum, work) => added(sum, work), none);
  return (
    total.comparisons > ordinaryComparisons ||
    total.patterns > ordinaryPatterns ||
    costOfRead(root) > ordinaryCost ||
    filtersByCalls(root) ||
    isDemandingNode(root)
  );
}

/** Whether just receiving the values may take long, whatever happens to them. */
export const hasLongBody = ({ values = [] }: Statement): boolean =>
  values.some(
    (value) =>
      (typeof value === 'string' || value instanceof Uint8Array) && value.length > ordinaryBody,
  );

interface Work {
  comparisons: number;
  patterns: number;
}

const none: Work = { comparisons: 0, patterns: 0 };
const added = (one: Work, other: Work): Work => ({
  comparisons: one.comparisons + other.comparisons,
  patterns: one.patterns + other.patterns,
});

const workOf = (condition: Condition): Work =>
  condition.kind === 'group'
    ? condition.members.map(workOf).reduce(added, none)
    : {
        comparisons: comparisonsOf(condition.operation),
        patterns: patternsOf(condition.operation),
      };

function comparisonsOf(operation: Operation): number {
  if (operation.kind !== 'compare' || !operation.quantifier) return 1;
  return arrayItems(operation.value).length;
}

function patternsOf(operation: Operation): number {
  if (operation.kind === 'fullText') return Number.POSITIVE_INFINITY;
  if (operation.kind !== 'compare') return 0;
  const { operator, quantifier, value } = operation;
  if (operator === 'match' || operator === 'imatch') return Number.POSITIVE_INFINITY;
  if (operator !== 'like' && operator !== 'ilike') return 0;
  if (value.length > longestPattern) return Number.POSITIVE_INFINITY;
  return quantifier ? arrayItems(value).length : 1;
}

function isDemandingNode({ fields, order, children }: ReadNode): boolean {
  if (order.length > ordinaryOrder) return true;
  const times = new Map<string, number>();
  for (const { field } of fields) {
    const count = (times.get(field.name) ?? 0) + 1;
    if (count > ordinaryRepetitions) return true;
    times.set(field.name, count);
  }
  return children.some(isDemandingNode);
}
