/** What the search accepts; more is cut off. */
export const longestSearch = 100;

/** The search page of these words. */
export function searchPath(words: string): string {
  return words === '' ? '/search' : `/search?q=${encodeURIComponent(words)}`;
}
