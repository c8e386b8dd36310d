import { badBody } from '../respond/request-errors.ts';

/**
 * Converts CSV (RFC 4180) with a header line to a JSON array of objects; a field NULL becomes null.
 * Values stay text, and PostgreSQL converts them to the column types. Throws RestError PGRST102.
 */
export function csvToJson(text: string): { json: string; columns: string[] } {
  const [header, ...lines] = parseLines(text);
  if (!header) throw badBody('Empty or invalid csv');
  if (lines.some((line) => line.length !== header.length)) {
    throw badBody('All lines must have same number of fields');
  }
  const rows = lines.map((line) =>
    Object.fromEntries(
      header.map((name, index) => [name, line[index] === 'NULL' ? null : line[index]]),
    ),
  );
  return { json: JSON.stringify(rows), columns: header };
}

/**
 * What a CSV text has too much of, checked before parsing and stopping as early as possible.
 * `names` counts the header's length once per row, since the JSON repeats its names.
 */
export function findCsvExcess(
  text: string,
  most: { rows: number; values: number; names: number },
): 'rows' | 'values' | 'names' | null {
  let isQuoted = false;
  let lines = 0;
  let values = 0;
  let header = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === ',' || character === '\n')) {
      values += 1;
      if (character === '\n') {
        if (lines === 0) header = index;
        lines += 1;
        if (header * (lines - 1) > most.names) return 'names';
      }
      if (lines > most.rows) return 'rows';
      if (values > most.values) return 'values';
    }
  }
  return null;
}

const plain = /[^",\r\n]*/y;
const separator = /,|\r?\n|$/y;

function parseLines(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  let position = 0;
  while (position < text.length) {
    const field = text[position] === '"' ? quotedAt(text, position) : plainAt(text, position);
    line.push(field.value);
    separator.lastIndex = field.end;
    const found = separator.exec(text)?.[0];
    if (found === undefined) throw badBody('Empty or invalid csv');
    position = field.end + found.length;
    if (found === ',') {
      if (position === text.length) line.push('');
      continue;
    }
    lines.push(line);
    line = [];
  }
  if (line.length > 0) lines.push(line);
  return lines;
}

interface Field {
  value: string;
  end: number;
}

function plainAt(text: string, from: number): Field {
  plain.lastIndex = from;
  const value = plain.exec(text)?.[0] ?? '';
  return { value, end: from + value.length };
}

/** Written by hand: a regular expression over a field of megabytes overflows its stack. */
function quotedAt(text: string, from: number): Field {
  let end = from + 1;
  for (;;) {
    end = text.indexOf('"', end);
    if (end < 0) throw badBody('Empty or invalid csv');
    if (text[end + 1] !== '"') break;
    end += 2;
  }
  return { value: text.slice(from + 1, end).replaceAll('""', '"'), end: end + 1 };
}
