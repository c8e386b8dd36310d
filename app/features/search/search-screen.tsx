import { Form } from 'react-router';
import { Breadcrumb } from '#app/components/ui/breadcrumb.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Choice, Choices } from '#app/components/ui/choices.tsx';
import { Link } from '#app/components/ui/link.tsx';
import { PageLinks } from '#app/components/ui/page-links.tsx';
import type { FoundPages } from './find-pages.ts';
import { FoundPageRow } from './found-page.tsx';
import { SearchHints } from './search-hints.tsx';
import {
  longestSearch,
  type SearchChoice,
  type SearchSort,
  searchPath,
  searchSorts,
} from './search-path.ts';

interface SearchScreenProps {
  words: string;
  choice: SearchChoice;
  /** Starts at 1. */
  page: number;
  /** Null if the search failed. */
  found: FoundPages | null;
}

export function SearchScreen({ words, choice, page, found }: SearchScreenProps) {
  return (
    <div className="page-width pt-4 pb-24">
      <Breadcrumb
        crumbs={[
          { label: 'Home', to: '/' },
          { label: 'Search', to: '/search' },
        ]}
      />
      <h1 className="mt-4 text-display">Search</h1>
      <search>
        <Form action="/search" className="mt-8 flex max-w-2xl gap-3">
          <input
            key={words}
            type="search"
            name="q"
            aria-label="What are you looking for?"
            placeholder="Resin, saffron…"
            defaultValue={words}
            maxLength={longestSearch}
            autoComplete="off"
            className="block min-h-13 w-0 grow rounded-sm border border-line-strong bg-paper px-4 text-base placeholder:text-ink-soft"
          />
          <Button type="submit" size="lg">
            Search
          </Button>
        </Form>
      </search>
      <div className="mt-10 max-w-2xl">
        <p role="status" className="text-sm font-semibold">
          {describe(words, found)}
        </p>
        {found && (found.total > 1 || choice.tag !== '') ? (
          <SearchChoices words={words} choice={choice} />
        ) : null}
        {found && found.entries.length > 0 ? (
          <ul className="mt-4 border-t border-line">
            {found.entries.map((entry) => (
              <li key={entry.id} className="border-b border-line">
                <Link
                  to={entry.path}
                  prefetch="intent"
                  className="group flex items-center gap-5 py-4 hover:bg-paper"
                >
                  <FoundPageRow page={entry} />
                </Link>
              </li>
            ))}
          </ul>
        ) : (
          <SearchHints asked={words !== '' && found !== null} />
        )}
        {found ? (
          <PageLinks path={searchPath(words, choice)} page={page} total={found.total} />
        ) : null}
      </div>
    </div>
  );
}

function SearchChoices({ words, choice }: { words: string; choice: SearchChoice }) {
  return (
    <div className="mt-3 text-sm">
      <Choices label="Sort by">
        {(Object.keys(searchSorts) as SearchSort[]).map((sort) => (
          <Choice
            key={sort}
            to={searchPath(words, { ...choice, sort })}
            current={sort === choice.sort}
            label={searchSorts[sort]}
          />
        ))}
      </Choices>
      {choice.tag === '' ? null : (
        <Choices label="Show">
          <Choice
            to={searchPath(words, { ...choice, tag: '' })}
            current={false}
            label="Everything"
          />
          <Choice to={searchPath(words, choice)} current label={choice.tag} />
        </Choices>
      )}
    </div>
  );
}

function describe(words: string, found: FoundPages | null): string {
  if (!found) return 'Search isn’t responding right now. Please try again in a moment.';
  if (words === '') return 'Finds products and articles as you type.';
  const { total, more } = found;
  if (total === 0) return `No results for “${words}”.`;
  if (more)
    return `The best ${total} of many results for “${words}”. Add a word to narrow them down.`;
  return `${total} ${total === 1 ? 'result' : 'results'} for “${words}”`;
}
