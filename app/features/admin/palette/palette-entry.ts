/** One entry of the palette. */
export interface PaletteEntry {
  /** Kind and id, such as `order:<id>`. */
  id: string;
  title: string;
  /** Shown below the title; '' if there is nothing to add. */
  line: string;
  /** A path in this shop. */
  to: string;
  /** An action that needs an order: choosing it puts the verb into the field, to search for one. */
  verb?: Verb;
}

/** What to do with an order once it is found: "ship maya". */
export type Verb = 'ship' | 'refund';

/**
 * Splits 'ship maya' into the action and the search words. Drops the # that order numbers are shown
 * with, because stored ids have none.
 */
export function readVerb(typed: string): { verb: Verb | null; words: string } {
  const [, verb, rest] = /^(ship|refund)\s+(.*)$/i.exec(typed.trimStart()) ?? [];
  const words = (rest ?? typed).trim().replace(/^#\s*/, '');
  return { verb: verb ? (verb.toLowerCase() as Verb) : null, words };
}

export interface PaletteGroup {
  label: string;
  items: PaletteEntry[];
}

/** True if the entry contains every word, ignoring case. */
export function matchesWords({ title, line }: PaletteEntry, words: string): boolean {
  const text = `${title} ${line}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
