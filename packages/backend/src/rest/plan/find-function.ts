import { ambiguousFunction, noFunction } from '../respond/schema-errors.ts';
import type { DatabaseFunction, Schema } from '../schema/schema.ts';

const unnamedTypes: Readonly<Record<string, readonly string[]>> = {
  'application/json': ['json', 'jsonb'],
  'text/plain': ['text'],
  'text/xml': ['xml'],
  'application/octet-stream': ['bytea'],
};

/**
 * Finds the function that takes exactly these arguments or, for POST, one with a single unnamed
 * parameter for the body. Throws RestError PGRST202 or PGRST203.
 */
export function findFunction(
  schema: Schema,
  name: string,
  given: ReadonlySet<string>,
  { isPost, contentType }: { isPost: boolean; contentType: string },
): DatabaseFunction {
  const candidates = schema.functions.get(name) ?? [];
  const isWhole = isPost && contentType !== 'application/json' && contentType in unnamedTypes;
  const takesBody = ({ parameters }: DatabaseFunction) =>
    isPost &&
    parameters.length === 1 &&
    parameters[0]?.name === '' &&
    (unnamedTypes[contentType] ?? []).includes(parameters[0].type);
  const named = candidates.filter((candidate) => !isWhole && takes(candidate, given));
  const matching = named.length > 0 ? named : candidates.filter(takesBody);

  const [first, second] = matching;
  if (second) throw ambiguousFunction(matching);
  if (first) return first;
  throw noFunction(schema, name, [...given].sort(), {
    single: isWhole ? (unnamedTypes[contentType]?.[0] ?? null) : null,
    orJson: isPost && contentType === 'application/json',
  });
}

function takes({ parameters }: DatabaseFunction, given: ReadonlySet<string>): boolean {
  const names = new Set(parameters.map((parameter) => parameter.name));
  return (
    [...given].every((name) => names.has(name)) &&
    parameters.every((parameter) => !parameter.required || given.has(parameter.name))
  );
}
