import { z } from 'zod';

const longest = 254;
const address = z.email();

/**
 * True for a bare address and nothing else: no display name, no list, no line break. Every
 * recipient must pass this check before sending, because a line break would start a new header.
 */
export function isEmailAddress(value: string): boolean {
  // The length isn't left to the schema: matching a pattern against megabytes overflows the regex
  // stack.
  return value.length <= longest && address.safeParse(value).success;
}
