/**
 * The known name most like `wanted`, when it is alike enough to be a slip of the pen: the share of
 * characters that need not change must reach `minimumScore`. An exact match is no suggestion.
 */
export function suggestName(
  wanted: string,
  known: Iterable<string>,
  minimumScore = 0.75,
): string | null {
  const target = wanted.toLowerCase();
  let best: string | null = null;
  let bestScore = 0;
  for (const name of known) {
    const score = similarity(target, name.toLowerCase());
    if (score >= minimumScore && score > bestScore && name !== wanted) {
      best = name;
      bestScore = score;
    }
  }
  return best;
}

function similarity(a: string, b: string): number {
  const longer = Math.max(a.length, b.length);
  // Names far longer than any of PostgreSQL's are not compared letter by letter.
  if (longer === 0 || longer > 200) return 0;
  return 1 - editDistance(a, b) / longer;
}

/** Levenshtein's distance: insertions, deletions and replacements from one text to the other. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + Number(a[row - 1] !== b[column - 1]);
      const shifted = Math.min(previous[column] ?? 0, current[column - 1] ?? 0) + 1;
      current.push(Math.min(replaced, shifted));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
