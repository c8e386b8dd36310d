import { z } from '#domain/zod.ts';
import type { PaletteEntry } from './palette-entry.ts';

/** For this tab only: entries name customers, which the next person at this computer should not see. */
const key = 'admin-palette-recent';
const kept = 5;

const recent = z.array(
  z.object({
    id: z.string(),
    title: z.string(),
    line: z.string(),
    // Only a page of this shop.
    to: z.string().regex(/^\/(?!\/)/),
  }),
);

/** What was opened through the palette, most recent first. */
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
    // Without storage, there are no recent entries.
  }
}

export function forgetRecent(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Without storage, there is nothing to delete.
  }
}
