import { plainCode } from './plain-code.ts';

/**
 * Unit codes: ten characters that hold 50 random bits, and a check character. The alphabet is
 * Crockford's base 32, which leaves out I, L, O and U.
 *
 * The check character is Damm's (H. M. Damm, "Total anti-symmetrische Quasigruppen", 2004) with the
 * quasigroup of GF(2⁵): an interim value is multiplied by x modulo x⁵ + x² + 1 and the next
 * character added. It detects every single wrong character and, since the powers of x differ for 31
 * places, every swap of two characters, adjacent or not.
 */
export const unitAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const unitCodeLength = 11;

const lookAlikes: Record<string, string> = { O: '0', I: '1', L: '1', U: 'V' };
const pattern = new RegExp(`^[${unitAlphabet}]{${unitCodeLength}}$`);

/**
 * In uppercase, without spaces, hyphens and the like, and with look-alikes replaced by what they
 * must be. Null for anything not shaped like a unit code.
 */
export function readUnitCode(typed: string): string | null {
  const read = plainCode(typed)
    .toUpperCase()
    .replace(/[ ·.-]/g, '')
    .replace(/[OILU]/g, (letter) => lookAlikes[letter] ?? letter);
  return pattern.test(read) ? read : null;
}

/** For a code that {@link readUnitCode} returned. */
export function hasValidCheckCharacter(code: string): boolean {
  return remainder(code) === 0;
}

/** The complete code for ten characters of the alphabet. */
export function completeUnitCode(payload: string): string {
  return payload + unitAlphabet[double(remainder(payload))];
}

/** The code for 50 bits, as the low bits of seven bytes. */
export function unitCodeOf(bytes: Uint8Array): string {
  let bits = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  let payload = '';
  for (let place = 0; place < unitCodeLength - 1; place += 1) {
    payload = unitAlphabet[Number(bits & 31n)] + payload;
    bits >>= 5n;
  }
  return completeUnitCode(payload);
}

/** In groups, as printed: `ABCD EFGH JKM`. */
export function formatUnitCode(code: string): string {
  return code.replace(/^(.{4})(.{4})/, '$1 $2 ');
}

function remainder(characters: string): number {
  let interim = 0;
  for (const character of characters) {
    interim = double(interim) ^ unitAlphabet.indexOf(character);
  }
  return interim;
}

/** Multiplies by x in GF(2⁵). */
function double(value: number): number {
  const shifted = value << 1;
  return shifted & 32 ? shifted ^ 0b100101 : shifted;
}
