import { data } from 'react-router';
import { Emphasis } from '#app/components/page/emphasis.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { ProductGrid } from '#app/features/catalog/product-grid.tsx';
import { readRange } from '#app/features/catalog/read-products.ts';
import { Hero } from '#app/features/home/hero.tsx';
import { HomeStructuredData } from '#app/features/home/home-structured-data.tsx';
import { LatestArticles } from '#app/features/home/latest-articles.tsx';
import { Partners } from '#app/features/home/partners.tsx';
import { type HomeContent, readHome, readStartHere } from '#app/features/home/read-home.ts';
import { StartHere } from '#app/features/home/start-here.tsx';
import { Stats } from '#app/features/home/stats.tsx';
import { Testimonials } from '#app/features/home/testimonials.tsx';
import { VerifyPromo } from '#app/features/home/verify-promo.tsx';
import { WhyChooseUs } from '#app/features/home/why-choose-us.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import { pageTexts } from '#app/lib/page-texts.ts';
import { noStore } from '#app/lib/read-rows.ts';
import { readSections } from '#domain/texts/text-field.ts';
import type { Route } from './+types/home';

/** A selection: two rows on a wide screen, three on phones. */
const shownProducts = 6;

export async function loader({ context }: Route.LoaderArgs) {
  const [products, startHere, { complete, ...content }] = await Promise.all([
    readRange(context, shownProducts),
    readStartHere(context),
    readHome(context),
  ]);
  const { entries, total } = products ?? { entries: [], total: 0 };
  return data(
    { products: entries, total, startHere, ...content, words: wordsOf(context, content) },
    { headers: products && complete ? {} : noStore },
  );
}

/** Omits the headings of sections that have nothing to show. */
function wordsOf(
  context: Route.LoaderArgs['context'],
  { testimonials, partners, articles }: Pick<HomeContent, 'testimonials' | 'partners' | 'articles'>,
) {
  const { stats, why, ...words } = pageTexts(context, 'home');
  return {
    ...words,
    stats: readSections(stats),
    why: readSections(why),
    testimonials_title: testimonials.length > 0 ? words.testimonials_title : '',
    partners_title: partners.length > 0 ? words.partners_title : '',
    articles_title: articles.length > 0 ? words.articles_title : '',
  };
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export function meta(args: Route.MetaArgs) {
  const { meta_title: title = '{name}', meta_description: description = '' } =
    args.loaderData?.words ?? {};
  return pageMeta(args, { title, description, path: '/' });
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { products, total, startHere, testimonials, partners, articles, words } = loaderData;
  return (
    <>
      <HomeStructuredData />
      <Hero words={words} />
      <Stats stats={words.stats} />
      <StartHere product={startHere} label={words.start_label} />
      <section aria-labelledby="products-title" className="page-width py-14 lg:py-24">
        <div className="mb-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 lg:mb-10">
          <h2 id="products-title" className="text-display">
            <Emphasis text={words.products_title} />
          </h2>
          <ButtonLink to="/products" variant="secondary">
            See all {total > 0 ? total.toLocaleString('en-US') : null} products
          </ButtonLink>
        </div>
        <ProductGrid products={products} emptyMessage="No products available at the moment." />
      </section>
      <VerifyPromo words={words} />
      <WhyChooseUs title={words.why_title} reasons={words.why} />
      <Testimonials testimonials={testimonials} title={words.testimonials_title} />
      <Partners partners={partners} title={words.partners_title} />
      <LatestArticles articles={articles} words={words} />
    </>
  );
}
