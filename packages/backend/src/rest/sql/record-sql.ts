import type { Column } from '../schema/schema.ts';
import { identifier, literal } from './sql-text.ts';

/** A JSON body that has been checked, as it was sent. */
export interface JsonBody {
  text: string;
  isArray: boolean;
}

/** A column or parameter to fill from the body's key of the same name. */
export interface RecordField {
  name: string;
  type: string;
  defaultExpression?: string | null;
}

/**
 * FROM items that turn the body into rows `pgrst_body`, with one typed column per field. PostgreSQL
 * parses the JSON itself, so no number loses a digit on the way.
 */
export function recordsFrom(
  placeholder: string,
  body: JsonBody,
  fields: readonly RecordField[],
  { applyDefaults = false, firstOnly = false } = {},
): string {
  const payload = `(select ${placeholder}::${applyDefaults ? 'jsonb' : 'json'} as data) as pgrst_payload`;
  const json = applyDefaults ? 'jsonb' : 'json';
  const source = applyDefaults
    ? withDefaults(body, fields)
    : { from: '', data: 'pgrst_payload.data' };
  if (fields.length === 0) {
    const rows = body.isArray ? `${json}_array_elements(${source.data})` : '(values (1))';
    return `${payload}${source.from}, lateral (select from ${rows} as _) as pgrst_body`;
  }
  const reader = `${json}_to_record${body.isArray ? 'set' : ''}`;
  const names = fields.map(({ name }) => identifier(name)).join(', ');
  const typed = fields.map(({ name, type }) => `${identifier(name)} ${type}`).join(', ');
  const limit = firstOnly ? ' limit 1' : '';
  return `${payload}${source.from}, lateral (select ${names} from ${reader}(${source.data}) as _(${typed})${limit}) as pgrst_body`;
}

/** `Prefer: missing=default`: missing keys get the column's default. */
function withDefaults(
  { isArray }: JsonBody,
  fields: readonly RecordField[],
): { from: string; data: string } {
  const pairs = fields.flatMap(({ name, defaultExpression }) =>
    defaultExpression ? [`jsonb_build_object(${literal(name)}, ${defaultExpression})`] : [],
  );
  const defaults = pairs.length > 0 ? pairs.join(' || ') : `'{}'::jsonb`;
  const merged = isArray
    ? `select jsonb_agg(${defaults} || item) as data from jsonb_array_elements(pgrst_payload.data) as item`
    : `select ${defaults} || pgrst_payload.data as data`;
  return { from: `, lateral (${merged}) as pgrst_defaults`, data: 'pgrst_defaults.data' };
}

export const recordField = ({ name, type, defaultExpression }: Column): RecordField => ({
  name,
  type,
  defaultExpression,
});
