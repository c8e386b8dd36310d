import { slugifyTitle, uniqueSlug } from '#domain/slug.ts';
import type { AdminCalls, RowOf } from '../data/use-admin-calls.ts';

interface Named {
  title: string;
  slug: string;
}

/**
 * The slug a post is saved under. A blank one comes from the title when the post is new; an
 * existing post keeps its own (requirements §5.6). One that another post has gets -2, -3 …
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
