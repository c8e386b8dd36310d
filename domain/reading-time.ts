/** How fast most people read plain prose. */
const wordsPerMinute = 220;

/** Whole minutes, at least one, for a text that may contain HTML. */
export function readingMinutes(html: string): number {
  const words = html.replace(/<[^>]*>/g, ' ').match(/\S+/g)?.length ?? 0;
  return Math.max(1, Math.round(words / wordsPerMinute));
}
