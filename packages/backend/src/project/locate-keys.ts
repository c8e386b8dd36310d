/** Line numbers of a TOML file's tables and keys, by dotted path. */
export type Lines = ReadonlyMap<string, number>;

const part = `(?:"[^"]*"|'[^']*'|[\\w-]+)`;
const path = `${part}(?:\\s*\\.\\s*${part})*`;
const header = new RegExp(`^\\s*\\[\\[?\\s*(${path})\\s*\\]`);
const assignment = new RegExp(`^\\s*(${path})\\s*=`);

const split = (text: string) =>
  (text.match(new RegExp(part, 'g')) ?? []).map((name) => name.replace(/^["']|["']$/g, ''));

/** Finds where each table and key first appears, which the parser doesn't record. */
export function locateKeys(toml: string): Lines {
  const lines = new Map<string, number>();
  let table: string[] = [];
  let isInText = false;
  const note = (names: readonly string[], line: number) => {
    const name = names.join('.');
    if (!lines.has(name)) lines.set(name, line);
  };
  for (const [index, line] of toml.split('\n').entries()) {
    const delimiters = line.match(/"""|'''/g)?.length ?? 0;
    if (!isInText) {
      const [, opened] = header.exec(line) ?? [];
      const [, key] = assignment.exec(line) ?? [];
      if (opened) {
        table = split(opened);
        note(table, index + 1);
      } else if (key) note([...table, ...split(key)], index + 1);
    }
    if (delimiters % 2 === 1) isInText = !isInText;
  }
  return lines;
}
