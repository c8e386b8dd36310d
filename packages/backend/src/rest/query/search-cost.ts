import type { Condition, Operation } from './query-ast.ts';

/**
 * The most that the searches of one request may cost. An ordinary pattern costs a few, and no
 * request within the limit took longer than 0.2 s on 100 kB of text.
 */
export const maximumSearchCost = 3_000;
/** Bytes of text that the limit is meant for. */
export const searchedBytes = 100_000;

/** The base cost of one more search of each kind, whatever it searches for. */
const perPattern = 30;
const perLike = 30;
/** Converts the text to lower case again for each pattern. */
const perIlike = 100;
/** Each reads the whole text of every row, so one request may have at most four. */
const perFullText = 700;

/** The cost of all patterns and full-text searches in the conditions. */
export function searchCost(conditions: readonly Condition[]): number {
  let cost = 0;
  for (const condition of conditions) {
    cost +=
      condition.kind === 'group'
        ? searchCost(condition.members)
        : operationCost(condition.operation);
  }
  return cost;
}

/** Infinity if it can't be bounded. */
export function operationCost(operation: Operation): number {
  if (operation.kind === 'fullText') return perFullText;
  if (operation.kind !== 'compare') return 0;
  const { operator, quantifier, value } = operation;
  const texts = quantifier ? arrayItems(value) : [value];
  switch (operator) {
    case 'like':
      return perLike * texts.length;
    case 'ilike':
      return perIlike * texts.length;
    case 'match':
    case 'imatch':
      return texts.reduce((sum, text) => sum + perPattern + patternCost(text), 0);
    default:
      return 0;
  }
}

/** The texts in an array literal of any number of dimensions. */
export function arrayItems(literal: string): string[] {
  const items = literal.match(/"(?:[^"\\]|\\.)*"|(?:[^",{}\\]|\\.)+/gs) ?? [];
  return items.map((item) => item.replace(/^"|"$/g, '').replace(/\\(.)/gs, '$1'));
}

/** A part of a pattern as PostgreSQL expands it, with repetitions written out. */
interface Part {
  size: number;
  /** Places that may match nothing; compiling a pattern takes up to the square of their number. */
  optional: number;
  matchesNothing: boolean;
}

/** A group that isn't closed yet: its alternatives so far, and the one being read. */
interface Group {
  alternatives: Part;
  branch: Part;
}

/** The embedded database's regular expression parser recurses, more deeply for longer patterns. */
const longestPattern = 4_000;
const literalSize = 0.25;
const perOptional = 14;
const perLookaround = 700;

const nothing: Part = { size: 0, optional: 0, matchesNothing: true };
const literal: Part = { size: literalSize, optional: 0, matchesNothing: false };
const choice: Part = { size: 1, optional: 0, matchesNothing: false };
const anchor: Part = { size: 1, optional: 1, matchesNothing: true };
/** `\y` and the like, which look in both directions. */
const boundary: Part = { size: 1, optional: 4, matchesNothing: true };
const newGroup = (): Group => ({
  alternatives: { ...nothing, matchesNothing: false },
  branch: nothing,
});

/**
 * The cost to compile and match a regular expression, in atoms. Infinity if it can't be bounded: a
 * back reference beside a repetition, the syntaxes of `(?b)` and `(?x)`, and more than 4,000
 * characters.
 */
function patternCost(pattern: string): number {
  if (pattern.length > longestPattern) return Number.POSITIVE_INFINITY;
  if (pattern.startsWith('***=')) return pattern.length * literalSize;
  const start = /^(?:\*\*\*:)?(?:\(\?([a-z]+)\))?/.exec(pattern);
  if (/[bx]/.test(start?.[1] ?? '')) return Number.POSITIVE_INFINITY;

  const open: Group[] = [];
  let group = newGroup();
  let lookarounds = 0;
  let repeats = false;
  let refersBack = false;
  let position = start?.[0].length ?? 0;
  while (position < pattern.length) {
    const character = pattern[position];
    if (character === '(') {
      const opening = openingAt(pattern, position);
      if (/[=!]$/.test(opening)) lookarounds += 1;
      position += opening.length;
      open.push(group);
      group = newGroup();
      continue;
    }
    if (character === '|') {
      position += 1;
      group = { alternatives: closed(group), branch: nothing };
      continue;
    }
    let part = literal;
    if (character === '.') part = choice;
    if (character === ')') {
      part = closed(group);
      group = open.pop() ?? newGroup();
      position += 1;
    } else if (character === '[') {
      part = choice;
      position = endOfBrackets(pattern, position);
    } else if (character === '\\') {
      const escaped = pattern[position + 1] ?? '';
      if (/[1-9]/.test(escaped)) refersBack = true;
      if (/[a-z0-9]/i.test(escaped)) part = /[AmMyYZ]/.test(escaped) ? boundary : choice;
      position += 2;
    } else {
      if (character === '^' || character === '$') part = anchor;
      position += 1;
    }
    for (
      let repetition = repetitionAt(pattern, position);
      repetition;
      repetition = repetitionAt(pattern, position)
    ) {
      repeats = true;
      position += repetition[0].length;
      part = repeated(part, repetition);
    }
    group.branch = sequence(group.branch, part);
  }
  if (refersBack && repeats) return Number.POSITIVE_INFINITY;
  // PostgreSQL refuses unclosed groups, but they count anyway.
  const { size, optional } = [...open, group].map(closed).reduce(sequence, nothing);
  return size + optional * perOptional + lookarounds * perLookaround;
}

const opening = /\((?:\?(?:<?[=!]|:))?/y;

function openingAt(pattern: string, position: number): string {
  opening.lastIndex = position;
  return opening.exec(pattern)?.[0] ?? '(';
}

/** The position after `[…]`, where `]` may come first and `[:…:]` may be a member. */
function endOfBrackets(pattern: string, from: number): number {
  let position = from + 1;
  if (pattern[position] === '^') position += 1;
  if (pattern[position] === ']') position += 1;
  while (position < pattern.length && pattern[position] !== ']') {
    if (pattern[position] === '\\') position += 2;
    else if (/^\[[:.=]/.test(pattern.slice(position, position + 2))) {
      const end = pattern.indexOf(`${pattern[position + 1]}]`, position + 2);
      if (end < 0) return pattern.length;
      position = end + 2;
    } else position += 1;
  }
  return position + 1;
}

const repetition = /(?:([*+?])|\{(\d{1,3})(,(\d{0,3}))?\})\??/y;

function repetitionAt(pattern: string, position: number): RegExpExecArray | null {
  repetition.lastIndex = position;
  return repetition.exec(pattern);
}

function closed({ alternatives, branch }: Group): Part {
  return {
    size: alternatives.size + branch.size,
    optional: alternatives.optional + branch.optional + (branch.size === 0 ? 1 : 0),
    matchesNothing: alternatives.matchesNothing || branch.matchesNothing,
  };
}

function sequence(left: Part, right: Part): Part {
  return {
    size: left.size + right.size,
    optional: left.optional + right.optional,
    matchesNothing: left.matchesNothing && right.matchesNothing,
  };
}

function repeated(part: Part, [, sign, least, range, most]: RegExpExecArray): Part {
  const minimum = sign ? (sign === '+' ? 1 : 0) : Number(least);
  const maximum = range && most ? Number(most) : minimum;
  const copies = Math.max(minimum, maximum, 1);
  const ownOptional = part.matchesNothing ? copies : minimum === 0 ? 1 : 0;
  return {
    size: Math.max(part.size, literalSize) * copies,
    optional: part.optional * copies + ownOptional,
    matchesNothing: minimum === 0 || part.matchesNothing,
  };
}
