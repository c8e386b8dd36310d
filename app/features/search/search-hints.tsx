import { Link } from '#app/components/ui/link.tsx';
import { searchPath } from './search-path.ts';

const suggestions = ['resin', 'drops', 'honey', 'saffron', 'travel', 'laboratory'];

interface SearchHintsProps {
  /** A search was made without results. */
  asked: boolean;
}

/** Suggestions where there are no results. */
export function SearchHints({ asked }: SearchHintsProps) {
  return (
    <div className="mt-4 border-t border-line pt-5 text-sm text-ink-soft">
      {asked ? <p>Try fewer or simpler words. Typos are fine.</p> : null}
      <p className="mt-3">Popular searches</p>
      <ul className="mt-2 flex flex-wrap gap-2">
        {suggestions.map((word) => (
          <li key={word}>
            <Link
              to={searchPath(word)}
              className="inline-flex min-h-11 items-center rounded-sm border border-line-strong px-4 text-ink hover:border-ink"
            >
              {word}
            </Link>
          </li>
        ))}
      </ul>
      <p className="mt-5">
        Or see{' '}
        <Link to="/products" prefetch="intent" className="text-link text-ink">
          all products
        </Link>
        ,{' '}
        <Link to="/blog" prefetch="intent" className="text-link text-ink">
          all articles
        </Link>
        , or{' '}
        <Link to="/contact" prefetch="intent" className="text-link text-ink">
          ask us
        </Link>
        .
      </p>
    </div>
  );
}
