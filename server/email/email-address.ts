import { z } from 'zod';

const address = z.email().max(254);

/**
 * True for a bare address and nothing more: no display name, no list, no line break. Whatever is
 * sent as a recipient passes here first, because a line break in one becomes a header.
 */
export function isEmailAddress(value: string): boolean {
  return address.safeParse(value).success;
}
