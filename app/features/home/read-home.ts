import type { RouterContextProvider } from 'react-router';
import { appContext } from '#app/lib/app-context.ts';
import { loaderTables } from '#app/lib/loader-tables.ts';
import { readRows } from '#app/lib/read-rows.ts';
import { contentDate } from '#domain/content-date.ts';
import { type ProductSummary, summarizeProduct } from '#domain/product.ts';

/** Requirements §9.1. */
const limits = { articles: 3, testimonials: 6, partners: 8 };

/** A card's columns, and the opening of its description. */
export type StartHereProduct = ProductSummary & { lead: string };

/** The product chosen by the owner, as long as it can be bought. */
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

/**
 * The home page's content besides the products, cached if the server supports it; whatever could
 * not be read is empty.
 */
export async function readHome(context: Readonly<RouterContextProvider>) {
  const { keep } = context.get(appContext);
  const read = () => readContent(context);
  const { articles, testimonials, partners } = await (keep?.('home', read, isComplete) ?? read());
  const now = new Date();
  return {
    complete: isComplete({ articles, testimonials, partners }),
    articles: (articles ?? []).map((article) => ({
      ...article,
      date: contentDate(article.published_at, now).toISOString(),
    })),
    testimonials: testimonials ?? [],
    partners: partners ?? [],
  };
}

export type HomeContent = Awaited<ReturnType<typeof readHome>>;

/** Null if it could not be read. */
async function readContent(context: Readonly<RouterContextProvider>) {
  const tables = loaderTables(context);
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
        .select('id, name, title, content, image_url, rating, media_type, media_url')
        .eq('active', true)
        .order('created_at', { ascending: false })
        .limit(limits.testimonials),
    ),
    readRows(
      context,
      tables
        .from('partners')
        .select('id, name, logo_url, website_url, description')
        .eq('active', true)
        .order('created_at', { ascending: false })
        .limit(limits.partners),
    ),
  ]);
  return { articles, testimonials, partners };
}

type Content = Awaited<ReturnType<typeof readContent>>;

function isComplete(content: Content): boolean {
  return Object.values(content).every((rows) => rows !== null);
}
