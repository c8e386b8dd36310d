import { ambiguousRelationship, noRelationship } from '../respond/schema-errors.ts';
import type { ForeignKeyRelationship, Relationship, Schema } from '../schema/schema.ts';

/**
 * Finds the relationship meant by `origin?select=target!hint(*)`: the target may be a relation or
 * (from a table) a foreign key constraint or a single foreign key column; the hint may be a
 * constraint, a column of either side or a junction table. Throws RestError PGRST200 or PGRST201.
 */
export function findRelationship(
  schema: Schema,
  origin: string,
  target: string,
  hint: string | undefined,
): Relationship {
  const candidates = schema.relationships.get(origin) ?? [];
  const matching = candidates.filter((candidate) => matches(candidate, target, hint));
  const [first, second] = matching;
  if (!first) throw noRelationship(schema, origin, target, hint);
  if (second) throw ambiguousRelationship(origin, target, matching);
  return first;
}

function matches(relationship: Relationship, target: string, hint: string | undefined): boolean {
  if (relationship.kind === 'computed') return target === relationship.functionName;
  const isTarget = target === relationship.target;
  if (relationship.kind === 'many-to-many') {
    return (
      isTarget && !relationship.isSelf && (hint === undefined || hint === relationship.junction)
    );
  }
  if (relationship.isSelf) return matchesSelf(relationship, target, hint);
  if (hint !== undefined) {
    return (
      isTarget &&
      (hint === relationship.constraint ||
        hint === singleColumn(relationship, 0) ||
        hint === singleColumn(relationship, 1))
    );
  }
  return (
    isTarget ||
    (!relationship.targetIsView &&
      (target === relationship.constraint || target === singleColumn(relationship, 0)))
  );
}

/** For a table that references itself, its name means to-many and the foreign key's column means to-one. */
function matchesSelf(
  relationship: ForeignKeyRelationship,
  target: string,
  hint: string | undefined,
): boolean {
  if (hint !== undefined) {
    return (
      target === relationship.target &&
      relationship.kind === 'one-to-many' &&
      hint === singleColumn(relationship, 1)
    );
  }
  return relationship.kind === 'one-to-many'
    ? target === relationship.target
    : relationship.kind === 'many-to-one' && target === singleColumn(relationship, 0);
}

function singleColumn({ columns }: ForeignKeyRelationship, side: 0 | 1): string | undefined {
  return columns.length === 1 ? columns[0]?.[side] : undefined;
}
