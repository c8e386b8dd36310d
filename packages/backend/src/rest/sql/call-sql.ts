import {
  type DatabaseFunction,
  type Parameter,
  returnsScalar,
  returnsSetOfScalar,
} from '../schema/schema.ts';
import { type JsonBody, recordsFrom } from './record-sql.ts';
import { identifier, qualified, type Values } from './sql-text.ts';

export type CallArguments =
  /** By GET: text values by name. A variadic parameter takes several. */
  | { kind: 'named'; values: ReadonlyMap<string, readonly string[]> }
  /** By POST: one JSON object. */
  | { kind: 'json'; body: JsonBody; names: ReadonlySet<string> }
  /** The whole body for the single unnamed parameter. */
  | { kind: 'whole'; value: string | Uint8Array };

/** The query `pgrst_source`: the function's rows, or its scalars as `pgrst_scalar`. */
export function callSql(called: DatabaseFunction, given: CallArguments, values: Values): string {
  const name = qualified(called.schema, called.name);
  const { argumentsSql, from } = argumentsOf(called, given, values);
  const call = `${name}(${argumentsSql})`;
  if (returnsScalar(called) || returnsSetOfScalar(called)) {
    return `select pgrst_call.pgrst_scalar from ${from}lateral (select ${call} as pgrst_scalar) as pgrst_call`;
  }
  return `select pgrst_call.* from ${from}lateral ${call} as pgrst_call`;
}

function argumentsOf(
  { parameters }: DatabaseFunction,
  given: CallArguments,
  values: Values,
): { argumentsSql: string; from: string } {
  if (given.kind === 'whole') {
    const type = parameters[0]?.type ?? 'text';
    return { argumentsSql: `${values.bind(given.value)}::${type}`, from: '' };
  }
  if (given.kind === 'named') {
    const named = parameters.filter((parameter) => given.values.has(parameter.name));
    const list = named.map((parameter) => {
      const texts = given.values.get(parameter.name) ?? [];
      const value = values.bind(parameter.variadic ? texts : texts.at(-1));
      return assignment(parameter, `${value}::${parameter.type}`);
    });
    return { argumentsSql: list.join(', '), from: '' };
  }
  const used = parameters.filter((parameter) => given.names.has(parameter.name));
  if (used.length === 0) return { argumentsSql: '', from: '' };
  const from = recordsFrom(values.bind(given.body.text), given.body, used, { firstOnly: true });
  const list = used.map((parameter) =>
    assignment(parameter, `pgrst_body.${identifier(parameter.name)}`),
  );
  return { argumentsSql: list.join(', '), from: `${from}, ` };
}

const assignment = ({ name, variadic }: Parameter, value: string) =>
  `${variadic ? 'variadic ' : ''}${identifier(name)} := ${value}`;
