/** One statement of a SQL file. */
export interface SqlStatement {
  /** From the first word to the semicolon. */
  text: string;
  /** The text with comments, strings and bodies blanked: only the names in the statement itself remain. */
  outline: string;
  /** Offset in the file, in UTF-16 code units. */
  start: number;
  end: number;
}

/** A comment, string, quoted name or dollar-quoted body as a whole; otherwise one character. */
const token =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\be'(?:[^'\\]|''|\\[\s\S])*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$([A-Za-z_]\w*)?\$[\s\S]*?\$\1\$|[^-/'"$;e]+|[\s\S]/giu;

const opaque = /^(--|\/\*|e?'|\$)/i;

const blank = (text: string) => text.replace(/[^\n]/g, ' ');

/** Splits a SQL file at its semicolons. A body between `begin atomic` and `end` stays together. */
export function splitStatements(sql: string): SqlStatement[] {
  const statements: SqlStatement[] = [];
  let outline = '';
  let begun = 0;
  const finish = (end: number) => {
    const [space = ''] = /^\s*/.exec(outline) ?? [];
    if (space.length < outline.length) {
      const start = begun + space.length;
      const text = sql.slice(start, end);
      statements.push({ text, outline: outline.slice(space.length), start, end });
    }
    outline = '';
    begun = end;
  };
  for (const match of sql.matchAll(token)) {
    const [text] = match;
    outline += text.length > 1 && opaque.test(text) ? blank(text) : text;
    if (text === ';' && !isInAtomicBody(outline)) finish(match.index + 1);
  }
  finish(sql.length);
  return statements;
}

const isInAtomicBody = (outline: string) =>
  /\bbegin\s+atomic\b/i.test(outline) && !/\bend\s*;$/i.test(outline);

export const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length;
