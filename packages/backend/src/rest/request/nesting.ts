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

/**
 * What is too much about a JSON text, before it is read: `nesting`, or (at most) the number of its
 * `values`. Looks no further than it must.
 */
export function findJsonExcess(text: string): 'nesting' | 'values' | null {
  if (text.length <= maximumNesting) return null;
  const marks = withoutStrings(text);
  let values = 1;
  let depth = 0;
  for (let index = 0; index < marks.length; index += 1) {
    const mark = marks[index];
    if (mark === '[' || mark === '{') {
      depth += 1;
      if (depth > maximumNesting) return 'nesting';
    } else if (mark === ']' || mark === '}') {
      depth -= 1;
      continue;
    } else if (mark !== ',') {
      continue;
    }
    values += 1;
    if (values > maximumValues) return 'values';
  }
  return null;
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
