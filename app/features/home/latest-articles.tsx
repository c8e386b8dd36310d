import { ArticleCard, type ArticleSummary } from '#app/components/article-card.tsx';
import { Emphasis } from '#app/components/page/emphasis.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import type { TextsOf } from '#domain/texts/site-texts.ts';

/** The newest posts; nothing if there are none. */
export function LatestArticles({
  articles,
  words,
}: {
  articles: readonly ArticleSummary[];
  words: Pick<TextsOf<'home'>, 'articles_title' | 'articles_button'>;
}) {
  if (articles.length === 0) return null;
  return (
    <section aria-labelledby="articles-title" className="border-t border-line py-14 lg:py-24">
      <div className="page-width">
        <div className="mb-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 lg:mb-10">
          <h2 id="articles-title" className="text-display">
            <Emphasis text={words.articles_title} />
          </h2>
          <ButtonLink to="/blog" variant="secondary">
            {words.articles_button}
          </ButtonLink>
        </div>
        <ul className="swipe-row gap-x-7 gap-y-12 md:grid md:grid-cols-3">
          {articles.map((article) => (
            <ArticleCard key={article.id} article={article} heading="h3" />
          ))}
        </ul>
      </div>
    </section>
  );
}
