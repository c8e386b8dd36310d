import { ArticleCard } from '#app/components/article-card.tsx';
import { StructuredData } from '#app/components/structured-data.tsx';
import { Breadcrumb } from '#app/components/ui/breadcrumb.tsx';
import { Link } from '#app/components/ui/link.tsx';
import { Picture } from '#app/components/ui/picture.tsx';
import { absolute } from '#app/lib/page-meta.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { formatDate } from '#domain/content-date.ts';
import type { Article } from './read-articles.ts';

export function ArticlePage({ article }: { article: Article }) {
  const { origin, site } = useShop();
  const path = `/blog/${article.slug}`;
  return (
    <article className="page-width pt-4 pb-24">
      <StructuredData
        data={{
          '@type': 'BlogPosting',
          headline: article.title,
          description: article.excerpt ?? undefined,
          datePublished: article.date,
          timeRequired: `PT${article.minutes}M`,
          author: { '@type': 'Person', name: article.author_name },
          publisher: { '@type': 'Organization', name: site.brand, url: `${origin}/` },
          mainEntityOfPage: absolute(origin, path),
          image: absolute(
            origin,
            article.featured_image_url ?? `/previews/blog/${article.slug}.jpg`,
          ),
        }}
      />
      <Breadcrumb
        crumbs={[
          { label: 'Home', to: '/' },
          { label: 'Blog', to: '/blog' },
          { label: article.title, to: path },
        ]}
      />
      <div className="mx-auto max-w-[44rem]">
        <header className="mt-8 mb-10">
          <h1 className="text-display">{article.title}</h1>
          <p className="mt-5 text-sm text-ink-soft">
            {article.author_name}
            {' · '}
            <time dateTime={article.date}>{formatDate(new Date(article.date), site.timeZone)}</time>
            {` · ${article.minutes} min read`}
          </p>
        </header>
        {article.featured_image_url ? (
          <Picture
            src={article.featured_image_url}
            alt={article.featured_image_alt ?? ''}
            focus={article.featured_image_focus}
            sizes="(min-width: 48rem) 44rem, 94vw"
            width={960}
            height={640}
            priority
            className="mb-10 aspect-[3/2] w-full rounded-md bg-stone object-cover"
          />
        ) : null}
        <div
          className="article-body"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized where it is read
          dangerouslySetInnerHTML={{ __html: article.content }}
        />
        <p className="mt-14 border-t border-line pt-6">
          <Link
            to="/blog"
            prefetch="intent"
            className="text-link inline-flex min-h-11 items-center"
          >
            Back to Blog
          </Link>
        </p>
      </div>
      {article.related.length > 0 ? (
        <section aria-labelledby="related-title" className="mt-20 border-t border-line pt-12">
          <h2 id="related-title" className="mb-8 text-display">
            Read next
          </h2>
          <ul className="grid gap-x-7 gap-y-12 md:grid-cols-3">
            {article.related.map((other) => (
              <ArticleCard key={other.id} article={other} heading="h3" />
            ))}
          </ul>
        </section>
      ) : null}
    </article>
  );
}
