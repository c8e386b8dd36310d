import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Recipe } from './recipes.ts';

/** Follows a recipe by the letter in a copy of the project. */
export async function followRecipe(copy: string, { folder, insertions }: Recipe): Promise<void> {
  await cp(path.join(import.meta.dirname, folder), copy, { recursive: true });
  for (const { into, after, lines } of insertions) {
    const file = path.join(copy, into);
    const text = await readFile(file, 'utf8');
    const place = text.indexOf(after);
    if (place < 0) throw new Error(`${into} has no longer: ${after}`);
    const next = text.indexOf('\n', place) + 1;
    await writeFile(file, text.slice(0, next) + lines + text.slice(next));
  }
}
