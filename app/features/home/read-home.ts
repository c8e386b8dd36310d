import type { RouterContextProvider } from 'react-router';
import { appContext } from '#app/lib/app-context.ts';
import { loaderTables } from '#app/lib/loader-tables.ts';
import { readRows } from '#app/lib/read-rows.ts';
import { contentDate } from '#domain/content-date.ts';
import { type ProductSummary, summarizeProduct } from '#domain/product.ts';

/** Requirements §9.1. */
const limits = { articles: 3, testimonials: 6, partners: 8 };

/** A card's columns and the text it opens with. */
export type StartHereProduct = ProductSummary & { lead: string };

/** The product that the owner names, while it can be bought. */
export async function readStartHere(
  context: Readonly<RouterContextProvider>,
): Promise<StartHereProduct | null> {
  const { site } = context.get(appContext);
  if (site.startHere === '') return null;
  const rows = await readRows(
    context,
    loaderTables(context)
      .from('products')
      .select(
        'id, name, slug, description, price, compare_at_price, weight_type, buyable, image_url, image_urls, image_alts, image_focus',
      )
      .eq('slug', site.startHere)
      .eq('buyable', true)
      .limit(1),
  );
  const [product] = rows ?? [];
  if (!product) return null;
  const [lead = ''] = product.description.trim().split(/\n\s*\n/);
  return { ...summarizeProduct(product), lead };
}

/** The content of the home page besides the products; null where it could not be read. */
export async function readHome(context: Readonly<RouterContextProvider>) {
  const tables = loaderTables(context);
  const now = new Date();
  const [articles, testimonials, partners] = await Promise.all([
    readRows(
      context,
      tables
        .from('blog_posts')
        .select(
          'id, title, excerpt, slug, featured_image_url, featured_image_alt, featured_image_focus, author_name, published_at',
        )
        .eq('published', true)
        .order('published_at', { ascending: false })
        .limit(limits.articles),
    ),
    readRows(
      context,
      tables
        .from('testimonials')
        .select('*')
        .eq('active', true)
        .order('created_at', { ascending: false })
        .limit(limits.testimonials),
    ),
    readRows(
      context,
      tables
        .from('partners')
        .select('*')
        .eq('active', true)
        .order('created_at', { ascending: false })
        .limit(limits.partners),
    ),
  ]);
  return {
    complete: articles !== null && testimonials !== null && partners !== null,
    articles: (articles ?? []).map((article) => ({
      ...article,
      date: contentDate(article.published_at, now).toISOString(),
    })),
    testimonials: testimonials ?? [],
    partners: partners ?? [],
  };
}

export type HomeContent = Awaited<ReturnType<typeof readHome>>;
