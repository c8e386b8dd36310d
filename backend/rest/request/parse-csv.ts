import { badBody } from '../respond/request-errors.ts';

/**
 * CSV (RFC 4180) with a header line as a JSON array of objects; a field NULL is null. Values stay
 * text, PostgreSQL gives them their columns' types. Throws RestError PGRST102.
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

const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;

function parseLines(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  field.lastIndex = 0;
  while (field.lastIndex < text.length) {
    const found = field.exec(text);
    if (!found) throw badBody('Empty or invalid csv');
    line.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] === ',') {
      if (field.lastIndex === text.length) line.push('');
      continue;
    }
    lines.push(line);
    line = [];
  }
  if (line.length > 0) lines.push(line);
  return lines;
}
