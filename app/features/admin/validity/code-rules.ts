/** What a code is filed under unless somebody names a product. */
export const defaultProductName = 'Default Product';

const longestCode = 64;

/** Why the database would not take this trimmed code; null when it would. */
export function refuseCode(code: string): string | null {
  if (code === '') return 'Please enter a code';
  if (code.length > longestCode) return `A code has at most ${longestCode} characters.`;
  if (!/^[\x20-\x7e]+$/.test(code)) {
    return 'A code can contain letters, digits and symbols, without accents.';
  }
  return null;
}
