import { ArticleCard, type ArticleSummary } from '#app/components/article-card.tsx';
import { PageIntro } from '#app/components/page/page-intro.tsx';
import { PageLinks } from '#app/components/ui/page-links.tsx';
import type { LoadedList } from '#app/lib/load-list.ts';

export function ArticleList({ list }: { list: LoadedList<ArticleSummary> }) {
  const { entries: articles, page, total } = list;
  return (
    <div className="page-width pt-4 pb-24">
      <PageIntro label="Blog" to="/blog" title="Blog">
        <p>About the rock, the resin and the cup: what we have learned, and what we still ask.</p>
      </PageIntro>
      {articles.length === 0 ? (
        <p className="rounded-md border border-line bg-paper px-6 py-16 text-center text-lg text-ink-soft">
          No blog posts available yet...
        </p>
      ) : (
        <ul className="grid gap-x-7 gap-y-14 sm:grid-cols-2 lg:grid-cols-3">
          {articles.map((article) => (
            <ArticleCard key={article.id} article={article} heading="h2" />
          ))}
        </ul>
      )}
      <PageLinks path="/blog" page={page} total={total} />
    </div>
  );
}
