import { draftStorage } from './draft-storage.ts';

export interface StoredDraft {
  /** ISO 8601. */
  at: string;
  /** By field: the value when the form was opened, and the value typed. */
  changed: Record<string, { from: unknown; to: unknown }>;
  /** The whole form, in case its row is deleted meanwhile. Missing in drafts of earlier versions. */
  values?: Record<string, unknown>;
  /** The id under which a new row is inserted, so that it is not created twice. */
  newId: string | null;
  /** The tab it was typed in. */
  tab?: string;
}

export interface SlottedDraft extends StoredDraft {
  slot: string;
}

/** How many abandoned drafts to keep per form; the oldest is dropped first. */
const maxSlots = 20;

/**
 * One person's drafts of one form. Each open form writes to its own slot, so two tabs with a new
 * product each keep both.
 */
export function createDraftStore(base: string, storage: typeof draftStorage = draftStorage) {
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

    /** Drafts to offer in a tab, its own first; never one that is being typed in another open tab. */
    offers: (tab: string, openTabs: ReadonlySet<string>): SlottedDraft[] => {
      const drafts = list().filter((draft) => draft.tab === tab || !openTabs.has(draft.tab ?? ''));
      return [
        ...drafts.filter((draft) => draft.tab === tab),
        ...drafts.filter((draft) => draft.tab !== tab),
      ];
    },

    write(slot: string, draft: StoredDraft): void {
      storage.setItem(slot, JSON.stringify(draft));
      for (const old of list().slice(maxSlots)) this.forget(old.slot);
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
