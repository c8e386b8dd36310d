import { ArticleCard, type ArticleSummary } from '#app/components/article-card.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';

/** The newest posts. Nothing when there are none. */
export function LatestArticles({ articles }: { articles: readonly ArticleSummary[] }) {
  if (articles.length === 0) return null;
  return (
    <section aria-labelledby="articles-title" className="border-t border-line py-20 lg:py-28">
      <div className="page-width">
        <div className="mb-10 flex flex-wrap items-end justify-between gap-6">
          <h2 id="articles-title" className="text-display">
            Latest <em>articles</em>
          </h2>
          <ButtonLink to="/blog" variant="secondary">
            All articles
          </ButtonLink>
        </div>
        <ul className="grid gap-x-7 gap-y-12 md:grid-cols-3">
          {articles.map((article) => (
            <ArticleCard key={article.id} article={article} heading="h3" />
          ))}
        </ul>
      </div>
    </section>
  );
}
