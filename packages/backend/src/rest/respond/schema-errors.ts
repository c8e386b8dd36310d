import type { DatabaseFunction, Relationship, Schema } from '../schema/schema.ts';
import { suggestName } from '../schema/suggest-name.ts';
import { RestError } from './rest-error.ts';

/** PGRST2xx: what the schema doesn't have, in PostgREST's words ("Errors", group 2). */

export function noRelationship(
  schema: Schema,
  origin: string,
  target: string,
  hint: string | undefined,
): RestError {
  const usingHint = hint === undefined ? '' : ` using the hint '${hint}'`;
  return new RestError(400, {
    code: 'PGRST200',
    message: `Could not find a relationship between '${origin}' and '${target}' in the schema cache`,
    details: `Searched for a foreign key relationship between '${origin}' and '${target}'${usingHint} in the schema '${schema.name}', but no matches were found.`,
    hint: relationshipHint(schema, origin, target),
  });
}

function relationshipHint(schema: Schema, origin: string, target: string): string | null {
  const fromOrigin = schema.relationships.get(origin);
  if (!fromOrigin) {
    const suggestion = suggestName(origin, schema.relationships.keys(), 0.33);
    return suggestion && `Perhaps you meant '${suggestion}' instead of '${origin}'.`;
  }
  const targets = fromOrigin.map((relationship) => relationship.target);
  if (targets.includes(target)) return null;
  const suggestion = suggestName(target, targets, 0.33);
  return suggestion && `Perhaps you meant '${suggestion}' instead of '${target}'.`;
}

export function ambiguousRelationship(
  origin: string,
  target: string,
  candidates: readonly Relationship[],
): RestError {
  const choices = candidates.flatMap((candidate) => {
    if (candidate.kind === 'computed') return [];
    const by = candidate.kind === 'many-to-many' ? candidate.junction : candidate.constraint;
    return [`'${candidate.target}!${by}'`];
  });
  return new RestError(300, {
    code: 'PGRST201',
    message: `Could not embed because more than one relationship was found for '${origin}' and '${target}'`,
    details: candidates.map(describe),
    hint: `Try changing '${target}' to one of the following: ${choices.join(', ')}. Find the desired relationship in the 'details' key.`,
  });
}

function describe(relationship: Relationship): Record<string, string> {
  if (relationship.kind === 'computed') return {};
  const list = (names: readonly string[]) => `(${names.join(', ')})`;
  const { kind, origin, target } = relationship;
  const embedding = `${origin} with ${target}`;
  if (relationship.kind === 'many-to-many') {
    const { junction, originConstraint, targetConstraint } = relationship;
    const originColumns = list(relationship.originColumns.map(([, column]) => column));
    const targetColumns = list(relationship.targetColumns.map(([, column]) => column));
    return {
      cardinality: kind,
      embedding,
      relationship: `${junction} using ${originConstraint}${originColumns} and ${targetConstraint}${targetColumns}`,
    };
  }
  const originColumns = list(relationship.columns.map(([column]) => column));
  const targetColumns = list(relationship.columns.map(([, column]) => column));
  return {
    cardinality: kind,
    embedding,
    relationship: `${relationship.constraint} using ${origin}${originColumns} and ${target}${targetColumns}`,
  };
}

export function noFunction(
  schema: Schema,
  name: string,
  argumentNames: readonly string[],
  { single, orJson }: { single: string | null; orJson: boolean },
): RestError {
  const qualified = `${schema.name}.${name}`;
  const given = argumentNames.join(', ');
  const hasArguments = argumentNames.length > 0;
  const inMessage = single ? '' : hasArguments ? `(${given})` : ' without parameters';
  const inDetails = single
    ? ` with a single unnamed ${single} parameter`
    : hasArguments
      ? ` with parameter${argumentNames.length > 1 ? 's' : ''} ${given}`
      : ' without parameters';
  const json = orJson ? ' or with a single unnamed json/jsonb parameter' : '';
  return new RestError(404, {
    code: 'PGRST202',
    message: `Could not find the function ${qualified}${inMessage} in the schema cache`,
    details: `Searched for the function ${qualified}${inDetails}${json}, but no matches were found in the schema cache.`,
    hint: single ? null : functionHint(schema, name, argumentNames),
  });
}

function functionHint(
  schema: Schema,
  name: string,
  argumentNames: readonly string[],
): string | null {
  const meant = (suggestion: string) =>
    `Perhaps you meant to call the function ${schema.name}.${suggestion}`;
  const overloaded = schema.functions.get(name);
  if (!overloaded) {
    const suggestion = suggestName(name, schema.functions.keys());
    return suggestion && meant(suggestion);
  }
  const signature = (names: readonly string[]) => `(${[...names].sort().join(', ')})`;
  const signatures = overloaded.map(({ parameters }) => signature(parameters.map((p) => p.name)));
  const suggestion = suggestName(signature(argumentNames), signatures, 0.33);
  return suggestion && meant(`${name}${suggestion}`);
}

export function ambiguousFunction(candidates: readonly DatabaseFunction[]): RestError {
  const byParameters = candidates
    .map(({ schema, name, parameters }) => ({
      count: parameters.length,
      signature: `${schema}.${name}(${parameters.map((p) => `${p.name} => ${p.type}`).join(', ')})`,
    }))
    .sort((a, b) => a.count - b.count || (a.signature < b.signature ? -1 : 1));
  const signatures = byParameters.map(({ signature }) => signature);
  return new RestError(300, {
    code: 'PGRST203',
    message: `Could not choose the best candidate function between: ${signatures.join(', ')}`,
    hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  });
}

export const noColumn = (table: string, column: string) =>
  new RestError(400, {
    code: 'PGRST204',
    message: `Could not find the '${column}' column of '${table}' in the schema cache`,
  });

export function noTable(schema: Schema, table: string): RestError {
  const suggestion = suggestName(table, schema.tables.keys());
  return new RestError(404, {
    code: 'PGRST205',
    message: `Could not find the table '${schema.name}.${table}' in the schema cache`,
    hint: suggestion && `Perhaps you meant the table '${schema.name}.${suggestion}'`,
  });
}
