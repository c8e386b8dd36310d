import { slugify, uniqueSlug } from '#domain/slug.ts';
import type { AdminCalls } from '../data/use-admin-calls.ts';

/** The name's slug, with -2, -3 … appended if other products already have it. */
export async function freeSlug(calls: AdminCalls, wanted: string, ownId: string): Promise<string> {
  const base = slugify(wanted);
  if (base === '') return '';
  const rows = await calls.run((tables) =>
    tables.from('products').select('id, slug').or(`slug.eq.${base},slug.like.${base}-*`),
  );
  const taken = rows.filter(({ id }) => id !== ownId).map(({ slug }) => slug ?? '');
  return uniqueSlug(base, new Set(taken));
}
