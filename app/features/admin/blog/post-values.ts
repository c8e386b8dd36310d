import { minuteIn, momentOf } from '#domain/day-in.ts';
import { z } from '#domain/zod.ts';
import type { RowOf } from '../data/use-admin-calls.ts';

/** Requirements §5.6: title and content are required. */
export const postValues = z.object({
  title: z.string().trim().min(1, 'Enter a title.').max(300, 'At most 300 characters.'),
  slug: z
    .string()
    .trim()
    .max(300, 'At most 300 characters.')
    .regex(/^[a-z0-9-]*$/, 'Lowercase letters, digits and hyphens.'),
  excerpt: z.string().trim().max(1000, 'At most 1,000 characters.'),
  content: z
    .string()
    .max(500_000, 'At most 500,000 characters.')
    .refine((html) => /<img\b/i.test(html) || textOf(html) !== '', 'Enter some content.'),
  featured_image_url: z.string(),
  author_name: z.string().trim().max(200, 'At most 200 characters.'),
  published: z.boolean(),
  publish_at: z
    .string()
    .refine(
      (text) => text === '' || /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d$/.test(text),
      'Enter a date and a time.',
    ),
  seo_title: z.string().trim(),
  seo_description: z.string().trim(),
  seo_keywords: z.string().trim(),
});
export type PostValues = z.infer<typeof postValues>;

/** Requirements §3.2. */
const defaultAuthor = 'Admin';

export const emptyPost: PostValues = {
  title: '',
  slug: '',
  excerpt: '',
  content: '',
  featured_image_url: '',
  author_name: defaultAuthor,
  published: false,
  publish_at: '',
  seo_title: '',
  seo_description: '',
  seo_keywords: '',
};

/** Dates are shown and entered in the shop's time zone. */
export function toPostValues(post: RowOf<'blog_posts'>, timeZone: string): PostValues {
  return {
    title: post.title,
    slug: post.slug,
    excerpt: post.excerpt ?? '',
    content: post.content,
    featured_image_url: post.featured_image_url ?? '',
    author_name: post.author_name,
    published: post.published,
    publish_at: post.published_at ? minuteIn(timeZone, new Date(post.published_at)) : '',
    seo_title: post.seo_title ?? '',
    seo_description: post.seo_description ?? '',
    seo_keywords: post.seo_keywords ?? '',
  };
}

/**
 * The row to save. Publishing sets the date, unpublishing removes it (requirements §4.9); a
 * published post keeps its date unless another one is entered. Empty SEO texts stay empty: the page
 * fills them in, so that they follow later changes to the title.
 */
export function toPostRow(
  values: PostValues,
  slug: string,
  known: Pick<RowOf<'blog_posts'>, 'published_at'> | null,
  { now, timeZone }: { now: Date; timeZone: string },
) {
  const knownAt = known?.published_at ?? null;
  const isOut = knownAt !== null && Date.parse(knownAt) <= now.getTime();
  const shownAt = knownAt === null ? '' : minuteIn(timeZone, new Date(knownAt));
  const publishedAt = () => {
    if (values.publish_at === shownAt) return knownAt;
    if (values.publish_at === '') return isOut ? knownAt : null;
    return momentOf(values.publish_at, timeZone).toISOString();
  };
  return {
    title: values.title,
    slug,
    content: values.content,
    excerpt: values.excerpt || null,
    featured_image_url: values.featured_image_url || null,
    author_name: values.author_name || defaultAuthor,
    seo_title: values.seo_title || null,
    seo_description: values.seo_description || null,
    seo_keywords: values.seo_keywords || null,
    ...publication(values.published, publishedAt(), now),
  };
}

export function publication(published: boolean, publishedAt: string | null, now: Date) {
  return {
    published,
    published_at: published ? (publishedAt ?? now.toISOString()) : null,
  };
}

/** Published, with a date in the future. */
export function isScheduled(
  { published, published_at }: Pick<RowOf<'blog_posts'>, 'published' | 'published_at'>,
  now: Date,
): boolean {
  return published && published_at !== null && Date.parse(published_at) > now.getTime();
}

function textOf(html: string): string {
  return html.replace(/<[^>]*>|&nbsp;/g, '').trim();
}
