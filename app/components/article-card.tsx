import { Link } from '#app/components/ui/link.tsx';
import { useShop } from '#app/lib/use-shop.ts';
import { formatDate } from '#domain/content-date.ts';
import { Picture } from './ui/picture.tsx';

export interface ArticleSummary {
  id: string;
  slug: string;
  title: string;
  excerpt: string | null;
  featured_image_url: string | null;
  featured_image_alt: string | null;
  featured_image_focus: string | null;
  author_name: string;
  /** ISO date, with any fallback already applied. */
  date: string;
}

interface ArticleCardProps {
  article: ArticleSummary;
  /** The level of the title's heading. */
  heading: 'h2' | 'h3';
}

/** One post in a grid; the link in the title covers the whole card. */
export function ArticleCard({ article, heading: Heading }: ArticleCardProps) {
  const { site } = useShop();
  return (
    <li className="group relative flex flex-col">
      {article.featured_image_url ? (
        <div className="overflow-hidden rounded-md bg-stone">
          <Picture
            src={article.featured_image_url}
            alt={article.featured_image_alt ?? ''}
            focus={article.featured_image_focus}
            sizes="(min-width: 64rem) 25rem, (min-width: 40rem) 46vw, 92vw"
            width={960}
            height={640}
            className="card-picture aspect-[3/2]!"
          />
        </div>
      ) : null}
      <p className="mt-4 text-sm text-ink-soft">
        <time dateTime={article.date}>{formatDate(new Date(article.date), site.timeZone)}</time>
        {' · '}
        {article.author_name}
      </p>
      <Heading className="mt-1.5 text-display-sm">
        <Link
          to={`/blog/${article.slug}`}
          prefetch="intent"
          className="after:absolute after:inset-0 after:content-[''] group-hover:underline group-hover:decoration-1 group-hover:underline-offset-4"
        >
          {article.title}
        </Link>
      </Heading>
      {article.excerpt ? <p className="mt-2 text-sm text-ink-soft">{article.excerpt}</p> : null}
    </li>
  );
}
