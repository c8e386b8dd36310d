import { z } from '#domain/zod.ts';
import type { PaletteEntry } from './palette-entry.ts';

/** For this tab alone: customers have names, and the next one at this computer need not read them. */
const key = 'admin-palette-recent';
const kept = 5;

const recent = z.array(
  z.object({
    id: z.string(),
    title: z.string(),
    line: z.string(),
    // Nothing but a page of this shop.
    to: z.string().regex(/^\/(?!\/)/),
  }),
);

/** What was opened through the palette, the last one first. */
export function readRecent(): PaletteEntry[] {
  try {
    return recent.parse(JSON.parse(sessionStorage.getItem(key) ?? '[]'));
  } catch {
    return [];
  }
}

export function addRecent(entry: PaletteEntry): void {
  const others = readRecent().filter(({ id }) => id !== entry.id);
  try {
    sessionStorage.setItem(key, JSON.stringify([entry, ...others].slice(0, kept)));
  } catch {
    // Without storage nothing is recent.
  }
}

export function forgetRecent(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to forget.
  }
}
