import { data } from 'react-router';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { ProductGrid } from '#app/features/catalog/product-grid.tsx';
import { readProducts } from '#app/features/catalog/read-products.ts';
import { Hero } from '#app/features/home/hero.tsx';
import { HomeStructuredData } from '#app/features/home/home-structured-data.tsx';
import { LatestArticles } from '#app/features/home/latest-articles.tsx';
import { Partners } from '#app/features/home/partners.tsx';
import { readHome } from '#app/features/home/read-home.ts';
import { Stats } from '#app/features/home/stats.tsx';
import { Testimonials } from '#app/features/home/testimonials.tsx';
import { VerifyPromo } from '#app/features/home/verify-promo.tsx';
import { WhyChooseUs } from '#app/features/home/why-choose-us.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import { noStore } from '#app/lib/read-rows.ts';
import type { Route } from './+types/home';

/** A choice: four rows on a wide screen. */
const shownProducts = 12;

export async function loader({ context }: Route.LoaderArgs) {
  const [products, { complete, ...content }] = await Promise.all([
    readProducts(context, 1),
    readHome(context),
  ]);
  const { entries, total } = products ?? { entries: [], total: 0 };
  return data(
    { products: entries.slice(0, shownProducts), total, ...content },
    { headers: products && complete ? {} : noStore },
  );
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Liv Fit | Pure Himalayan Shilajit, Tested Batch by Batch',
    description:
      'Himalayan shilajit resin and drops from the Spiti valley. Nothing added, tested batch by batch, with a number on every lid that you can check yourself.',
    path: '/',
  });
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { products, total, testimonials, partners, articles } = loaderData;
  return (
    <>
      <HomeStructuredData />
      <Hero />
      <Stats />
      <section aria-labelledby="products-title" className="page-width py-20 lg:py-28">
        <div className="mb-10 flex flex-wrap items-end justify-between gap-6">
          <h2 id="products-title" className="text-display-lg">
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
