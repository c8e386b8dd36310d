import { recommendedLength } from '#domain/seo.ts';

/** "42 of 50–60 characters: 8 more recommended." Advice only (requirements §5.5). */
export function adviseLength(kind: keyof typeof recommendedLength, text: string): string {
  const { min, max } = recommendedLength[kind];
  const count = text.length;
  const verdict =
    count < min
      ? `${min - count} more recommended.`
      : count > max
        ? `${count - max} may be cut off.`
        : 'a good length.';
  return `${count} of ${min}–${max} characters: ${verdict}`;
}

/** Keywords are comma-separated and should include the brand (requirements §5.5). */
export function adviseKeywords(text: string, brand: string): string {
  const words = text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);
  const branded = words.some((word) => word.toLowerCase().includes(brand.toLowerCase()));
  const count = `${words.length} ${words.length === 1 ? 'keyword' : 'keywords'}, separated by commas.`;
  return branded ? count : `${count} They should include ${brand}.`;
}
