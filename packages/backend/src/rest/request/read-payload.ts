import { setImmediate as nextTurn } from 'node:timers/promises';
import { callerOf } from '../../access/network-of.ts';
import { createFairQueue } from '../../fair-queue.ts';
import { findJsonExcess, maximumNesting, maximumValues } from '../../nesting.ts';
import { badBody, bodyTooLarge } from '../respond/request-errors.ts';
import type { JsonBody } from '../sql/record-sql.ts';
import { csvToJson, findCsvExcess } from './parse-csv.ts';

/** The body's media type in lower case, without parameters. */
export function contentTypeOf(headers: Headers): string {
  const header = headers.get('content-type');
  return header ? (header.split(';')[0] as string).trim().toLowerCase() : 'application/json';
}

/** Processing longer bodies blocks the only thread long enough that other requests should go in between. */
const longBytes = 16 * 1024;
const inTurn = createFairQueue({ atOnce: 1, longest: Number.POSITIVE_INFINITY });

/**
 * Reads the body up to a limit that is enforced while reading. The code that follows processes it
 * in the same turn of the event loop, so long bodies proceed one per turn, starting with the
 * callers that had the fewest: other requests wait for one at most.
 */
export async function readBody(request: Request, maximumBytes: number): Promise<Uint8Array> {
  const bytes = await readBytes(request, maximumBytes);
  if (bytes.byteLength > longBytes) {
    await inTurn(() => nextTurn(), callerOf(request.headers) ?? undefined);
  }
  return bytes;
}

async function readBytes(request: Request, maximumBytes: number): Promise<Uint8Array> {
  const announced = request.headers.get('content-length');
  if (Number(announced ?? 0) > maximumBytes) throw bodyTooLarge(maximumBytes);
  // The body can't be longer than announced, and reading it at once costs a fraction of streaming it.
  if (announced !== null) return new Uint8Array(await request.arrayBuffer());
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body) {
    length += chunk.byteLength;
    if (length > maximumBytes) throw bodyTooLarge(maximumBytes);
    chunks.push(chunk);
  }
  return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks, length);
}

/** PostgreSQL tables can't have more columns. Names are repeated in responses, so their number is limited. */
const maximumColumns = 1_600;
/** CSV with shorter rows on average takes so long to parse that it would block everyone. */
const bytesPerRow = 50;

/**
 * CSV converted to JSON repeats its header in every row: short rows with usual names take four
 * times as much.
 */
const namesPerByte = 8;

export interface RecordPayload {
  body: JsonBody;
  /** The keys of the objects, which are all the same; with `columns=`, the columns listed there. */
  keys: readonly string[];
}

/** Reads the rows of an insert or update. Throws RestError PGRST102. */
export function readRecords(
  bytes: Uint8Array,
  contentType: string,
  columns: readonly string[] | undefined,
  maximumBodyBytes: number,
): RecordPayload {
  const text = decode(bytes);
  if (contentType === 'application/json') {
    const payload = readJson(text, columns);
    bounded(payload.keys);
    return payload;
  }
  if (contentType === 'text/csv') {
    const rows = Math.floor(maximumBodyBytes / bytesPerRow);
    const names = maximumBodyBytes * namesPerByte;
    const excess = findCsvExcess(text, { rows, values: maximumValues, names });
    if (excess === 'names') throw badBody('The names of columns are too long for so many rows');
    if (excess === 'rows') throw badBody(`A body may hold ${rows} rows at most`);
    if (excess) throw badBody(`CSV may hold ${maximumValues} values at most`);
    const { json, columns: keys } = csvToJson(text);
    bounded(keys);
    return { body: { text: json, isArray: true }, keys: columns ?? keys };
  }
  if (contentType === 'application/x-www-form-urlencoded') {
    if (countOf('&', text) > maximumColumns) throw tooManyColumns();
    const record = Object.fromEntries(new URLSearchParams(text));
    return {
      body: { text: JSON.stringify(record), isArray: false },
      keys: columns ?? Object.keys(record),
    };
  }
  throw badBody(`Content-Type not acceptable: ${contentType}`);
}

/** `value` is the parsed text, if it was parsed before. */
export function readJson(
  text: string,
  columns: readonly string[] | undefined,
  value = parseJson(text),
): RecordPayload {
  if (Array.isArray(value)) {
    const items: unknown[] = value;
    if (columns === undefined && !haveSameKeys(items)) throw badBody('All object keys must match');
    if (!items.every(isRecord)) throw badBody('All object keys must match');
    return { body: { text, isArray: true }, keys: columns ?? Object.keys(items[0] ?? {}) };
  }
  if (isRecord(value)) {
    return { body: { text, isArray: false }, keys: columns ?? Object.keys(value) };
  }
  // Same as PostgREST: a bare text, number or null means no rows at all.
  return { body: { text: '[]', isArray: true }, keys: [] };
}

const tooManyColumns = () => badBody(`A row may name ${maximumColumns} columns at most`);

function bounded<Keys extends readonly string[]>(keys: Keys): Keys {
  if (keys.length > maximumColumns) throw tooManyColumns();
  return keys;
}

export function countOf(character: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count += 1;
  return count;
}

export function parseJson(text: string): unknown {
  const excess = findJsonExcess(text);
  if (excess === 'nesting') throw badBody(`JSON may nest ${maximumNesting} levels at most`);
  if (excess) throw badBody(`JSON may hold ${maximumValues} values at most`);
  try {
    return JSON.parse(text);
  } catch {
    throw badBody('Empty or invalid json');
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function haveSameKeys(items: readonly unknown[]): boolean {
  const [first] = items;
  if (first === undefined) return true;
  if (!isRecord(first)) return false;
  const names = Object.keys(first);
  return items.every(
    (item) =>
      isRecord(item) &&
      Object.keys(item).length === names.length &&
      names.every((name) => Object.hasOwn(item, name)),
  );
}

export function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw badBody('Empty or invalid json');
  }
}
