import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Recipe } from './recipes.ts';

/** Follows a recipe to the letter in a copy of the project. */
export async function followRecipe(
  copy: string,
  { folder, insertions, replacements = [] }: Recipe,
): Promise<void> {
  await cp(path.join(import.meta.dirname, folder), copy, { recursive: true });
  for (const { into, lines, ...place } of insertions) {
    const file = path.join(copy, into);
    const text = await readFile(file, 'utf8');
    const mark = 'after' in place ? place.after : place.before;
    const found = text.indexOf(mark);
    if (found < 0) throw new Error(`${into} has no longer: ${mark}`);
    const at = 'after' in place ? text.indexOf('\n', found) + 1 : found;
    await writeFile(file, text.slice(0, at) + lines + text.slice(at));
  }
  for (const { into, from, to } of replacements) {
    const file = path.join(copy, into);
    const text = await readFile(file, 'utf8');
    if (!text.includes(from)) throw new Error(`${into} has no longer: ${from}`);
    await writeFile(file, text.replaceAll(from, to));
  }
}
