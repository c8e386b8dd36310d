/** The product name of a code if none is given. */
export const defaultProductName = 'Default Product';

const longestCode = 64;

/** Why the database would reject this trimmed code; null if it would not. */
export function refuseCode(code: string): string | null {
  if (code === '') return 'Please enter a code';
  if (code.length > longestCode) return `A code has at most ${longestCode} characters.`;
  if (!/^[\x20-\x7e]+$/.test(code)) {
    return 'A code can contain letters, digits and symbols, without accents.';
  }
  return null;
}
