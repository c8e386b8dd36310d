/**
 * Random digits, so that a code cannot be guessed from another one. Returns `count` different
 * codes; throws a RangeError if there are not enough.
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
  // Values above the last full multiple would make small numbers more likely.
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
