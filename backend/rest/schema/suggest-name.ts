/** The known name most like `wanted`, when it is alike enough to be a slip of the pen. */
export function suggestName(
  wanted: string,
  known: Iterable<string>,
  minimumScore = 0.75,
): string | null {
  const wantedGrams = grams(wanted);
  let best: string | null = null;
  let bestScore = minimumScore;
  for (const name of known) {
    const score = similarity(wantedGrams, grams(name));
    if (score > bestScore || (score === bestScore && best === null)) {
      best = name;
      bestScore = score;
    }
  }
  return best;
}

/** Pairs of neighbouring characters, with the ends marked. */
function grams(text: string): Map<string, number> {
  const marked = `-${text.toLowerCase()}-`;
  const counts = new Map<string, number>();
  for (let index = 0; index < marked.length - 1; index += 1) {
    const gram = marked.slice(index, index + 2);
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

/** Cosine of the two counts: 1 for the same text, 0 for nothing in common. */
function similarity(a: Map<string, number>, b: Map<string, number>): number {
  let product = 0;
  for (const [gram, count] of a) product += count * (b.get(gram) ?? 0);
  return product / (norm(a) * norm(b));
}

const norm = (counts: Map<string, number>) =>
  Math.sqrt([...counts.values()].reduce((sum, count) => sum + count * count, 0));
