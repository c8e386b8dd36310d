import { type HealthClaimRule, healthClaimRules } from './health-claim-words.ts';

export interface HealthClaim {
  /** As written in the text. */
  wording: string;
  reason: string;
}

/**
 * Wording in this text that may be read as a health claim, each once, in order of appearance. In
 * HTML, only the text content is checked.
 */
export function findHealthClaims(
  text: string,
  rules: readonly HealthClaimRule[] = healthClaimRules,
): HealthClaim[] {
  const plain = text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
  const found = rules.flatMap(({ reason, words }) =>
    [...plain.matchAll(patternOf(words))].map(({ 0: wording, index }) => ({
      wording,
      reason,
      index,
    })),
  );
  const seen = new Set<string>();
  return found
    .sort((a, b) => a.index - b.index)
    .filter(({ wording }) => {
      const known = seen.has(wording.toLowerCase());
      seen.add(wording.toLowerCase());
      return !known;
    })
    .map(({ wording, reason }) => ({ wording, reason }));
}

function patternOf(words: readonly string[]): RegExp {
  const alternatives = words.map((word) =>
    word.endsWith('*') ? `${escapeWord(word.slice(0, -1))}[\\p{L}\\p{N}]*` : escapeWord(word),
  );
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
}

function escapeWord(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
