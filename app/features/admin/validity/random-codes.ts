/**
 * Digits at random, so that a code cannot be told from its neighbor's. Returns `count` different
 * codes; throws a RangeError when so many do not exist.
 */
export function generateCodes(
  { prefix, digits, count }: { prefix: string; digits: number; count: number },
  random: (values: Uint32Array<ArrayBuffer>) => unknown = (values) =>
    crypto.getRandomValues(values),
): string[] {
  const possible = 10 ** digits;
  if (count > possible / 2) {
    throw new RangeError(`${digits} digits are too few for ${count} codes.`);
  }
  const codes = new Set<string>();
  const values = new Uint32Array(256);
  // What lies above the last full turn would make small numbers likelier.
  const limit = 2 ** 32 - (2 ** 32 % possible);
  while (codes.size < count) {
    random(values);
    for (const value of values) {
      if (value >= limit || codes.size === count) continue;
      codes.add(prefix + String(value % possible).padStart(digits, '0'));
    }
  }
  return [...codes];
}
