import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useShop } from '#app/lib/use-shop.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { findEntries, findOrdersTo } from './find-entries.ts';
import { actionEntries, pageEntries, screenEntries } from './page-entries.ts';
import {
  matchesWords,
  type PaletteEntry,
  type PaletteGroup,
  readVerb,
  type Verb,
} from './palette-entry.ts';
import { readRecent } from './recent-entries.ts';

/** How long to wait for another keystroke. */
const pauseMs = 150;
/** A single letter matches everything. */
export const shortest = 2;

interface PaletteReading {
  /** Without empty groups. */
  groups: PaletteGroup[];
  searching: boolean;
  failed: boolean;
  retry: () => void;
}

/** The palette's entries for the input: pages at once, the rest as soon as it is found. */
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
    // Results for another action are about something else, so they are not reused.
    placeholderData: (before, query) => (query?.queryKey[1] === verb ? before : undefined),
  });

  const current = asked === words;
  const long = words.length >= shortest;
  const answered = current && !isPlaceholderData;
  // Memoized, so that rows do not re-render with every keystroke.
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

/** Shown before anything is typed. */
function unasked(verb: Verb | null): PaletteGroup[] {
  if (verb) return [];
  return [
    { label: 'Recent', items: readRecent() },
    { label: 'Actions', items: actionEntries.slice(0, 4) },
    { label: 'Pages', items: [...screenEntries] },
  ];
}

/**
 * Until the results for these words arrive, shows only those previous results that match them too:
 * Enter never opens something that was not searched for.
 */
function sought(
  verb: Verb | null,
  words: string,
  data: readonly PaletteGroup[],
  answered: boolean,
): PaletteGroup[] {
  const fitting = (label: string, entries: readonly PaletteEntry[]) => ({
    label,
    items: entries.filter((entry) => matchesWords(entry, words)),
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
