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

const quote = 34;
const backslash = 92;
const comma = 44;
const openList = 91;
const closeList = 93;
const openObject = 123;
const closeObject = 125;

/**
 * What is too much about a JSON text, before it is read: `nesting`, or (at most) the number of its
 * `values`. Looks no further than it must: a picture may be megabytes of one string.
 */
export function findJsonExcess(text: string): 'nesting' | 'values' | null {
  let values = 1;
  let strings = 0;
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const mark = text.charCodeAt(index);
    if (mark === quote) {
      // Names and values.
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
 * Where the string that begins at `start` ends. By hand: patterns over megabytes exceed their stack.
 * One search where nothing is escaped, otherwise one pass: a search for each of ten million escaped
 * quotes took two seconds.
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
