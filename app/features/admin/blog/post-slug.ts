import { slugifyTitle, uniqueSlug } from '#domain/slug.ts';
import type { AdminCalls, RowOf } from '../data/use-admin-calls.ts';

interface Named {
  title: string;
  slug: string;
}

/**
 * The slug a post is saved under. If left blank, it comes from the title for a new post; an
 * existing post keeps its slug (requirements §5.6). If another post has it, -2, -3 … is appended.
 */
export async function postSlug(
  calls: AdminCalls,
  { title, slug }: Named,
  known: RowOf<'blog_posts'> | null,
  ownId: string,
): Promise<string> {
  const wanted = slug || known?.slug || slugifyTitle(title) || 'post';
  if (wanted === known?.slug) return wanted;
  const rows = await calls.run((tables) =>
    tables.from('blog_posts').select('id, slug').or(`slug.eq.${wanted},slug.like.${wanted}-*`),
  );
  const taken = rows.filter(({ id }) => id !== ownId).map((row) => row.slug);
  return uniqueSlug(wanted, new Set(taken));
}
