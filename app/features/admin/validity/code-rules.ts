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

/** Why a code in a file cannot be what was meant; null if it can. */
export function refuseShortenedCode(code: string): string | null {
  // 123456789012 becomes 1.23457E+11 when a spreadsheet saves it as CSV.
  if (/^\d([.,]\d+)?e\+\d+$/i.test(code)) {
    return 'A spreadsheet shortened this number. Format the column as text there, then save it again.';
  }
  return null;
}
