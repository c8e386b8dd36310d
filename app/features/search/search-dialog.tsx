import { Autocomplete } from '@base-ui/react/autocomplete';
import { useEffect, useState } from 'react';
import { useFetcher, useNavigate } from 'react-router';
import ModalDialog from '#app/components/ui/modal-dialog.tsx';
import type { FoundPage, FoundPages } from './find-pages.ts';
import { FoundPageRow } from './found-page.tsx';
import { longestSearch, searchPath } from './search-path.ts';

interface SearchDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

interface Answer {
  words: string;
  found: FoundPages | null;
}

/** How long to wait for another keystroke. */
const pauseMs = 150;
const shownAtOnce = 7;

/**
 * The search dialog: results appear while typing; arrow keys and Enter choose. It shows the same
 * results as the search page, from the same URL.
 */
export default function SearchDialog({ open, onOpenChange }: SearchDialogProps) {
  const [typed, setTyped] = useState('');
  const { data, load, state } = useFetcher<Answer>();
  const navigate = useNavigate();
  const words = typed.trim();

  useEffect(() => {
    if (words === '') return;
    const timer = setTimeout(() => load(searchPath(words)), pauseMs);
    return () => clearTimeout(timer);
  }, [words, load]);

  function go(path: string): void {
    onOpenChange(false);
    navigate(path);
  }

  const found = words === '' ? [] : (data?.found?.entries ?? []).slice(0, shownAtOnce);
  const answered = state === 'idle' && data?.words === words;

  return (
    <ModalDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Search"
      className="w-full max-w-2xl self-start sm:mt-[8vh]"
    >
      <Autocomplete.Root
        inline
        open
        mode="none"
        items={found}
        filter={null}
        value={typed}
        onValueChange={(value, { reason }) => {
          if (reason !== 'item-press') setTyped(value);
        }}
        itemToStringValue={(page: FoundPage) => page.title}
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (words !== '') go(searchPath(words));
          }}
        >
          <Autocomplete.Input
            aria-label="What are you looking for?"
            placeholder="Resin, saffron, certificate…"
            maxLength={longestSearch}
            className="block min-h-13 w-full rounded-sm border border-line-strong bg-paper px-4 text-base placeholder:text-ink-soft"
          />
        </form>
        <Autocomplete.Status className="mt-3 min-h-6 text-sm text-ink-soft">
          {describe(words, answered, data?.found)}
        </Autocomplete.Status>
        <Autocomplete.List className="mt-1 max-h-[60vh] overflow-y-auto">
          {(page: FoundPage) => (
            <Autocomplete.Item
              key={page.id}
              value={page}
              onClick={() => go(page.path)}
              className="flex min-h-11 cursor-pointer items-center gap-4 rounded-sm p-2 data-highlighted:bg-bone-deep"
            >
              <FoundPageRow page={page} />
            </Autocomplete.Item>
          )}
        </Autocomplete.List>
      </Autocomplete.Root>
    </ModalDialog>
  );
}

function describe(words: string, answered: boolean, found: FoundPages | null | undefined): string {
  if (words === '') return 'Finds products and articles as you type.';
  if (!answered) return 'Searching…';
  if (!found) return 'Search isn’t responding right now.';
  if (found.total === 0) return `No results for “${words}”. Try fewer or simpler words.`;
  if (found.total > shownAtOnce) return `First ${shownAtOnce} results. Press Enter to see all.`;
  return `${found.total} ${found.total === 1 ? 'result' : 'results'}`;
}
