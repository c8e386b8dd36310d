import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useShop } from '#app/lib/use-shop.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { findEntries, findOrdersTo } from './find-entries.ts';
import { actionEntries, pageEntries, screenEntries } from './page-entries.ts';
import {
  fits,
  type PaletteEntry,
  type PaletteGroup,
  readVerb,
  type Verb,
} from './palette-entry.ts';
import { readRecent } from './recent-entries.ts';

/** How long to wait for the next letter. */
const pauseMs = 150;
/** One letter fits everything. */
export const shortest = 2;

interface PaletteReading {
  /** Without empty ones. */
  groups: PaletteGroup[];
  searching: boolean;
  failed: boolean;
  retry: () => void;
}

/** What the palette shows for what is typed: pages at once, the rest as soon as it is found. */
export function usePaletteGroups(typed: string): PaletteReading {
  const calls = useAdminCalls();
  const { site } = useShop();
  const { verb, words } = readVerb(typed);
  const asked = usePause(words);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['palette', verb, asked],
    queryFn: () =>
      verb
        ? findOrdersTo(verb, calls, asked, site.timeZone)
        : findEntries(calls, asked, site.timeZone),
    enabled: asked.length >= shortest,
    // Of another action, what was found is for another thing.
    placeholderData: (before, query) => (query?.queryKey[1] === verb ? before : undefined),
  });

  const current = asked === words;
  const long = words.length >= shortest;
  const answered = current && !isPlaceholderData;
  // The same for as long as nothing changes, so that rows are not drawn again with every letter.
  const groups = useMemo(() => {
    const found = long && data ? data : [];
    const shown = words === '' ? unasked(verb) : sought(verb, words, found, answered);
    return shown.filter(({ items }) => items.length > 0);
  }, [verb, words, long, data, answered]);
  return {
    groups,
    searching: long && (!current || isFetching),
    failed: long && current && error !== null && !isFetching,
    retry: () => void refetch(),
  };
}

/** Before anything is typed. */
function unasked(verb: Verb | null): PaletteGroup[] {
  if (verb) return [];
  return [
    { label: 'Recent', items: readRecent() },
    { label: 'Actions', items: actionEntries.slice(0, 4) },
    { label: 'Pages', items: [...screenEntries] },
  ];
}

/**
 * Until these words are answered, of the last answer what fits them too: Enter never opens something
 * that was not asked for.
 */
function sought(
  verb: Verb | null,
  words: string,
  data: readonly PaletteGroup[],
  answered: boolean,
): PaletteGroup[] {
  const fitting = (label: string, entries: readonly PaletteEntry[]) => ({
    label,
    items: entries.filter((entry) => fits(entry, words)),
  });
  const found = answered ? data : data.map(({ label, items }) => fitting(label, items));
  if (verb) return [...found];
  return [fitting('Actions', actionEntries), fitting('Pages', pageEntries), ...found];
}

function usePause(words: string): string {
  const [rested, setRested] = useState(words);
  useEffect(() => {
    const timer = setTimeout(() => setRested(words), pauseMs);
    return () => clearTimeout(timer);
  }, [words]);
  return rested;
}
