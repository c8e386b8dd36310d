/**
 * Brackets within brackets. PostgreSQL's readers of JSON, patterns and search terms recurse, and the
 * embedded one cannot recover when its stack ends.
 */
export const maximumNesting = 250;

/** The deepest nesting of `(`, `[` and `{` in a text, whatever it means. */
export function nestingOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '(' || character === '[' || character === '{') {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (character === ')' || character === ']' || character === '}') {
      depth -= 1;
    }
  }
  return deepest;
}

/** As many as a body may hold: reading more of them keeps everybody waiting. */
export const maximumValues = 50_000;

/** Nesting and, at most, the number of values of a JSON text, before it is read. */
export function measureJson(text: string): { nesting: number; values: number } {
  if (text.length <= maximumNesting) return { nesting: 0, values: 0 };
  const marks = withoutStrings(text);
  let values = 1;
  for (let index = 0; index < marks.length; index += 1) {
    const mark = marks[index];
    if (mark === ',' || mark === '[' || mark === '{') values += 1;
  }
  return { nesting: nestingOf(marks), values };
}

/** By hand: a pattern over strings of megabytes exceeds the stack that patterns have. */
function withoutStrings(text: string): string {
  const between: string[] = [];
  let position = 0;
  while (position < text.length) {
    const start = text.indexOf('"', position);
    if (start < 0) break;
    between.push(text.slice(position, start));
    position = start + 1;
    while (position < text.length && text[position] !== '"') {
      position += text[position] === '\\' ? 2 : 1;
    }
    position += 1;
  }
  return between.join('') + text.slice(position);
}
