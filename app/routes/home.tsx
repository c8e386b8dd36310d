import { data } from 'react-router';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { ProductGrid } from '#app/features/catalog/product-grid.tsx';
import { readRange } from '#app/features/catalog/read-products.ts';
import { Hero } from '#app/features/home/hero.tsx';
import { HomeStructuredData } from '#app/features/home/home-structured-data.tsx';
import { LatestArticles } from '#app/features/home/latest-articles.tsx';
import { Partners } from '#app/features/home/partners.tsx';
import { readHome, readStartHere } from '#app/features/home/read-home.ts';
import { StartHere } from '#app/features/home/start-here.tsx';
import { Stats } from '#app/features/home/stats.tsx';
import { Testimonials } from '#app/features/home/testimonials.tsx';
import { VerifyPromo } from '#app/features/home/verify-promo.tsx';
import { WhyChooseUs } from '#app/features/home/why-choose-us.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import { noStore } from '#app/lib/read-rows.ts';
import type { Route } from './+types/home';

/** A choice: two rows on a wide screen, three on a phone. */
const shownProducts = 6;

export async function loader({ context }: Route.LoaderArgs) {
  const [products, startHere, { complete, ...content }] = await Promise.all([
    readRange(context, shownProducts),
    readStartHere(context),
    readHome(context),
  ]);
  const { entries, total } = products ?? { entries: [], total: 0 };
  return data(
    { products: entries, total, startHere, ...content },
    { headers: products && complete ? {} : noStore },
  );
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: '{name} | Pure Himalayan Shilajit, Tested Batch by Batch',
    description:
      'Himalayan shilajit resin and drops from the Spiti valley. Nothing added, tested batch by batch, with a number on every lid that you can check yourself.',
    path: '/',
  });
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { products, total, startHere, testimonials, partners, articles } = loaderData;
  return (
    <>
      <HomeStructuredData />
      <Hero />
      <Stats />
      <StartHere product={startHere} />
      <section aria-labelledby="products-title" className="page-width py-14 lg:py-24">
        <div className="mb-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 lg:mb-10">
          <h2 id="products-title" className="text-display">
            The <em>range</em>
          </h2>
          <ButtonLink to="/products" variant="secondary">
            See all {total > 0 ? total.toLocaleString('en-US') : null} products
          </ButtonLink>
        </div>
        <ProductGrid products={products} emptyMessage="No products available at the moment." />
      </section>
      <VerifyPromo />
      <WhyChooseUs />
      <Testimonials testimonials={testimonials} />
      <Partners partners={partners} />
      <LatestArticles articles={articles} />
    </>
  );
}
