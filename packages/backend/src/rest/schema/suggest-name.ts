/**
 * The known name closest to `wanted`, if it is close enough to be a typo: the share of unchanged
 * characters must reach `minimumScore`. An exact match is not a suggestion.
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
  // Names far longer than PostgreSQL allows aren't compared letter by letter.
  if (longer === 0 || longer > 200) return 0;
  return 1 - editDistance(a, b) / longer;
}

/** Levenshtein distance: insertions, deletions and replacements between two texts. */
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
