/**
 * Maximum nesting of brackets. PostgreSQL's parsers for JSON, patterns and search terms recurse,
 * and the embedded database can't recover from a stack overflow.
 */
export const maximumNesting = 250;

/** The deepest nesting of `(`, `[` and `{` in a text, whatever they mean there. */
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

/** The most values a body may hold: parsing more of them would block everybody. */
export const maximumValues = 50_000;

const quote = 34;
const backslash = 92;
const comma = 44;
const openList = 91;
const closeList = 93;
const openObject = 123;
const closeObject = 125;

/**
 * What a JSON text has too much of, checked before parsing: `nesting`, or more than the maximum of
 * `values`. Stops as early as it can: an image may be megabytes of one string.
 */
export function findJsonExcess(text: string): 'nesting' | 'values' | null {
  let values = 1;
  let strings = 0;
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const mark = text.charCodeAt(index);
    if (mark === quote) {
      // Counts both names and values.
      strings += 1;
      if (strings > 2 * maximumValues) return 'values';
      index = endOfString(text, index);
    } else if (mark === closeList || mark === closeObject) {
      depth -= 1;
    } else if (mark === comma || mark === openList || mark === openObject) {
      values += 1;
      if (values > maximumValues) return 'values';
      if (mark === comma) continue;
      depth += 1;
      if (depth > maximumNesting) return 'nesting';
    }
  }
  return null;
}

/**
 * Finds the end of the string that begins at `start`. Written by hand, since regular expressions
 * over megabytes overflow their stack. One search if nothing is escaped, otherwise one pass: a
 * search for each of ten million escaped quotes took two seconds.
 */
function endOfString(text: string, start: number): number {
  const first = text.indexOf('"', start + 1);
  if (first < 0) return text.length;
  if (text.charCodeAt(first - 1) !== backslash) return first;
  for (let index = start + 1; index < text.length; index += 1) {
    const mark = text.charCodeAt(index);
    if (mark === backslash) index += 1;
    else if (mark === quote) return index;
  }
  return text.length;
}
