import type { GeneratorMetadata } from '@supabase/postgrest-typegen';

type Column = GeneratorMetadata['columns'][number];

/** The types a value is read and written as, as in `packages/backend/src/database/value-types.ts`. */
interface Codec {
  read: string;
  write: string;
}

const same = (type: string): Codec => ({ read: type, write: type });

const codecs: Readonly<Record<string, Codec>> = {
  bool: same('boolean'),
  int2: same('number'),
  int4: same('number'),
  int8: same('number'),
  float4: same('number'),
  float8: same('number'),
  numeric: { read: 'string', write: 'string | number' },
  text: same('string'),
  varchar: same('string'),
  bpchar: same('string'),
  uuid: same('string'),
  tsvector: same('string'),
  inet: same('string'),
  date: same('string'),
  timestamp: same('string'),
  timestamptz: { read: 'Date', write: 'Date | string' },
  json: { read: 'Json', write: 'string' },
  jsonb: { read: 'Json', write: 'string' },
  _text: same('string[]'),
  _uuid: same('string[]'),
};

/**
 * The tables as Kysely types: those in `public` under their own name, all others with their schema.
 * JSON is written as text, because a bound array would arrive as a PostgreSQL array. Throws if a
 * column has an unknown type.
 */
export function emitKyselyTypes(metadata: GeneratorMetadata, only: (table: string) => boolean) {
  const tables = metadata.tables
    .map(({ id, schema, name }) => ({ id, key: schema === 'public' ? name : `${schema}.${name}` }))
    .filter(({ key }) => only(key))
    .map(({ id, key }) => ({
      key,
      type: key.split(/[._]/).map(capitalise).join(''),
      columns: metadata.columns.filter((column) => column.table_id === id),
    }));
  return [
    `import type { ColumnType } from 'kysely';`,
    `import type { Json } from './database.gen.ts';`,
    '',
    ...tables.flatMap(({ key, type, columns }) => [
      `export interface ${type} {`,
      ...columns.map((column) => `  ${column.name}: ${columnType(column, key)};`),
      '}',
      '',
    ]),
    'export interface DB {',
    ...tables.map(({ key, type }) => `  ${key.includes('.') ? `'${key}'` : key}: ${type};`),
    '}',
    '',
  ].join('\n');
}

function columnType(column: Column, table: string): string {
  const { read, write } = codecOf(column, table);
  const orNull = column.is_nullable ? ' | null' : '';
  const select = `${read}${orNull}`;
  if (column.is_generated || column.identity_generation === 'ALWAYS') {
    return `ColumnType<${select}, never, never>`;
  }
  const update = `${write}${orNull}`;
  // Kysely makes nullable columns optional on insert by itself.
  const optional = !column.is_nullable && (column.default_value !== null || column.is_identity);
  const insert = optional ? `${update} | undefined` : update;
  return insert === select && update === select
    ? select
    : `ColumnType<${select}, ${insert}, ${update}>`;
}

function codecOf({ enums, format, name }: Column, table: string): Codec {
  if (enums.length > 0) return same(enums.map((value) => `'${value}'`).join(' | '));
  const codec = codecs[format];
  if (!codec) throw new Error(`${table}.${name} has the type ${format}, which has no mapping yet.`);
  return codec;
}

const capitalise = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
