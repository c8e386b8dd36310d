import pg from 'pg';

/**
 * How values are converted between JavaScript and PostgreSQL, identically on both drivers.
 *
 * int8 becomes a number if it is a safe integer and otherwise stays text; numeric stays text, so
 * that no cent is lost; timestamptz becomes a Date; json and jsonb are parsed. Dates, times and
 * intervals without a time zone stay PostgreSQL's text, because a Date would make one up.
 */

const oid = {
  int8: 20,
  point: 600,
  circle: 718,
  int8Array: 1016,
  date: 1082,
  timestamp: 1114,
  timestampArray: 1115,
  dateArray: 1182,
  interval: 1186,
  intervalArray: 1187,
  textArray: 1009,
};

type Decode = (text: string) => unknown;

const asText: Decode = (text) => text;
const textArray = pg.types.getTypeParser(oid.textArray, 'text') as Decode;

function safeInteger(text: string): number | string {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}

const overrides = new Map<number, Decode>([
  [oid.int8, safeInteger],
  [
    oid.int8Array,
    (text) => (textArray(text) as (string | null)[]).map((item) => item && safeInteger(item)),
  ],
  [oid.date, asText],
  [oid.timestamp, asText],
  [oid.interval, asText],
  [oid.point, asText],
  [oid.circle, asText],
  [oid.dateArray, textArray],
  [oid.timestampArray, textArray],
  [oid.intervalArray, textArray],
]);

export function decoderOf(typeOid: number): Decode {
  return overrides.get(typeOid) ?? (pg.types.getTypeParser(typeOid, 'text') as Decode);
}

/** For the `types` option of `pg`. */
export const valueTypes = {
  getTypeParser: ((typeOid: number) => decoderOf(typeOid)) as typeof pg.types.getTypeParser,
};

type WireValue = string | Buffer | null;

/** `pg`'s own conversion of bound values: arrays to array literals, objects to JSON, Dates to ISO. */
export const encodeValue = (pg as unknown as { utils: { prepareValue(value: unknown): WireValue } })
  .utils.prepareValue;
