import { keptStorage } from './kept-storage.ts';

export interface StoredDraft {
  /** ISO 8601. */
  at: string;
  /** By field: what the form held when it was opened, and what was typed. */
  changed: Record<string, { from: unknown; to: unknown }>;
  /** The whole form, for when its row is gone by then. Absent in drafts of earlier versions. */
  values?: Record<string, unknown>;
  /** Under which a new row is inserted: what was sent once is not created again. */
  newId: string | null;
  /** Where it was typed. */
  tab?: string;
}

export interface SlottedDraft extends StoredDraft {
  slot: string;
}

/** How many abandoned drafts to keep per form; the oldest is dropped first. */
const mostSlots = 20;

/**
 * The drafts of one form and person. Each opened form writes to a slot of its own: two tabs with a
 * new product each keep both.
 */
export function createDraftStore(base: string, storage: typeof keptStorage = keptStorage) {
  const slotPrefix = `${base}#`;

  function list(): SlottedDraft[] {
    return storage
      .keys()
      .filter((slot) => slot === base || slot.startsWith(slotPrefix))
      .flatMap((slot) => {
        const draft = parse(storage.getItem(slot));
        return draft ? [{ ...draft, slot }] : [];
      })
      .sort((a, b) => b.at.localeCompare(a.at));
  }

  return {
    /** Newest first. */
    list,

    newSlot: () => slotPrefix + crypto.randomUUID(),

    /** What to offer in a tab, its own drafts first: never what is being typed in another one. */
    offers: (tab: string, openTabs: ReadonlySet<string>): SlottedDraft[] => {
      const drafts = list().filter((draft) => draft.tab === tab || !openTabs.has(draft.tab ?? ''));
      return [
        ...drafts.filter((draft) => draft.tab === tab),
        ...drafts.filter((draft) => draft.tab !== tab),
      ];
    },

    write(slot: string, draft: StoredDraft): void {
      storage.setItem(slot, JSON.stringify(draft));
      for (const old of list().slice(mostSlots)) this.forget(old.slot);
    },

    forget(slot: string): void {
      storage.removeItem(slot);
    },
  };
}

function parse(json: string | null): StoredDraft | null {
  try {
    const draft = JSON.parse(json ?? 'null');
    return draft?.changed && typeof draft.at === 'string' ? draft : null;
  } catch {
    return null;
  }
}
