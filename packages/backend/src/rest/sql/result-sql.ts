import { randomBytes } from 'node:crypto';
import type { MediaType } from '../request/negotiate-media-type.ts';
import type { DatabaseFunction } from '../schema/schema.ts';
import { returnsScalar, returnsSetOfScalar } from '../schema/schema.ts';
import { insertedCount } from './mutation-sql.ts';
import { literal } from './sql-text.ts';

/** The one row that every statement returns. PostgreSQL has already built the body as text. */
export interface ResultRow {
  /** Rows before limit and offset, if counted. */
  total: number | null;
  /** Rows returned or affected. */
  rows: number;
  body: string | null;
  /** `response.headers` and `response.status`, if a function set them. */
  headers: string | null;
  status: string | null;
  /** `key=eq.value` of the inserted row, for Location. */
  location?: string[] | null;
  /** Rows inserted rather than merged. */
  inserted?: number | null;
}

export interface ResultOptions {
  /** SQL that selects the rows. */
  rows: string;
  /** WITH queries before it, without the keyword. */
  sources?: readonly string[];
  media: MediaType;
  /** SQL that selects the rows to count, or null. */
  count?: string | null;
  /** False if no body is wanted. */
  body?: boolean;
  called?: DatabaseFunction;
  /** Refuses, and so rolls back, statements that affect an unexpected number of rows. */
  refuse?: {
    /** A single object was requested. */
    unlessOne?: boolean;
    /** PUT: the body's row must be the URL's row. */
    unlessMatched?: boolean;
    /** Prefer: max-affected. */
    moreThan?: number;
    /** A body longer than `mostAnswerBytes`, but for the service. */
    large?: boolean;
  };
  location?: readonly string[] | null;
  inserted?: boolean;
}

export function resultSql(options: ResultOptions): string {
  const { media, called, count } = options;
  const isCsv = media.shape === 'csv' && options.body !== false;
  const sources = [
    ...(options.sources ?? []),
    ...(isCsv ? [`pgrst_page as (${options.rows})`] : []),
  ];
  const isSingle = called !== undefined && !called.returns.isSet;
  const outputs = [
    count ? `(select count(*) from (${count}) as pgrst_counted) as total` : 'null::int8 as total',
    isSingle ? '1::int8 as rows' : 'count(*) as rows',
    `${options.body === false ? 'null::text' : bodySql(media, called)} as body`,
    `nullif(current_setting('response.headers', true), '') as headers`,
    `nullif(current_setting('response.status', true), '') as status`,
    ...(options.location ? [`${locationSql(options.location)} as location`] : []),
    ...(options.inserted ? [`${insertedCount} as inserted`] : []),
    ...refusals(options.refuse ?? {}),
    ...(options.refuse?.large && options.body !== false
      ? [refuseLarge(bodySql(media, called))]
      : []),
  ];
  const from = isCsv ? 'pgrst_page as pgrst_rows' : `(${options.rows}) as pgrst_rows`;
  return `${sources.length > 0 ? `with ${sources.join(', ')} ` : ''}select ${outputs.join(', ')} from ${from}`;
}

function bodySql({ shape, stripNulls }: MediaType, called: DatabaseFunction | undefined): string {
  if (shape === 'csv') return csvSql;
  const isScalar = called !== undefined && returnsScalar(called);
  const isScalars = called !== undefined && returnsSetOfScalar(called);
  const item = isScalar || isScalars ? 'pgrst_rows.pgrst_scalar' : 'pgrst_rows';
  const all = stripNulls ? `json_strip_nulls(json_agg(${item}))` : `json_agg(${item})`;
  const isOne = shape === 'object' || isScalar || (called !== undefined && !called.returns.isSet);
  return isOne ? `coalesce(${all} -> 0, 'null')::text` : `coalesce(${all}, '[]')::text`;
}

/** A row's text form is a parenthesized list, quoted as CSV requires. */
const csvSql = `(
    select coalesce(string_agg(name, ','), '')
    from json_object_keys((select row_to_json(p) from pgrst_page as p limit 1)) as name
  ) || E'\\n' || coalesce(string_agg(substring(pgrst_rows::text, 2, length(pgrst_rows::text) - 2), E'\\n'), '')`;

function locationSql(primaryKey: readonly string[]): string {
  if (primaryKey.length === 0) return 'null::text[]';
  const keys = primaryKey.map(literal).join(', ');
  return `(
    select array_agg(entry.key || '=' || coalesce('eq.' || entry.value, 'is.null'))
    from (select row_to_json(s) as data from pgrst_source as s) as inserted,
      json_each_text(inserted.data) as entry
    where entry.key in (${keys})
    having (select count(*) from pgrst_source) = 1
  )`;
}

/**
 * An error raised by the statement itself rolls everything back without a second round trip. The
 * random token prevents anybody's own text from being mistaken for it. It begins with a letter: ten
 * digits would be an integer out of range rather than an invalid one.
 */
const refusalToken = `r${randomBytes(8).toString('hex')}`;

/** Longer ones, made of long texts that are repeated or embedded, keep the one thread of the shop busy. */
export const mostAnswerBytes = 16 * 1024 * 1024;

/** The body's own aggregate is evaluated once, however often it is written. */
const refuseLarge = (body: string) =>
  `case when current_user <> 'service_role' and octet_length(${body}) > ${mostAnswerBytes}
    then ('${refusalToken}:large:' || count(*))::int end as large`;

function refusals({ unlessOne, unlessMatched, moreThan }: NonNullable<ResultOptions['refuse']>) {
  const refuse = (reason: string, condition: string) =>
    `case when ${condition} then ('${refusalToken}:${reason}:' || count(*))::int end as ${reason}`;
  return [
    ...(unlessMatched ? [refuse('unmatched', 'count(*) <> 1')] : []),
    ...(unlessOne ? [refuse('singular', 'count(*) <> 1')] : []),
    ...(moreThan === undefined ? [] : [refuse('affected', `count(*) > ${moreThan}`)]),
  ];
}

const refusal = new RegExp(`${refusalToken}:(unmatched|singular|affected|large):(\\d+)`);

/** Recognizes the error of a refused statement; null for any other error. */
export function refusalOf(
  message: string,
): { reason: 'unmatched' | 'singular' | 'affected' | 'large'; rows: number } | null {
  const found = refusal.exec(message);
  return (
    found && {
      reason: found[1] as 'unmatched' | 'singular' | 'affected' | 'large',
      rows: Number(found[2]),
    }
  );
}
