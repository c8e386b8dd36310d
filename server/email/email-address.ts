import { z } from 'zod';

const longest = 254;
const address = z.email();

/**
 * True for a bare address and nothing more: no display name, no list, no line break. Whatever is
 * sent as a recipient passes here first, because a line break in one becomes a header.
 */
export function isEmailAddress(value: string): boolean {
  // Not left to the schema: a pattern over megabytes exceeds the stack that patterns have.
  return value.length <= longest && address.safeParse(value).success;
}
