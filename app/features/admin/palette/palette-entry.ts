/** One thing that the palette leads to. */
export interface PaletteEntry {
  /** What it is and which, such as `order:<id>`. */
  id: string;
  title: string;
  /** Beneath the title; '' where there is nothing to add. */
  line: string;
  /** A path of this shop. */
  to: string;
  /** An action that needs an order: typed in place of what was typed, to choose which. */
  verb?: Verb;
}

/** What is done with an order once it is found: "ship maya". */
export type Verb = 'ship' | 'refund';

/**
 * Splits 'ship maya' into what is to be done and what it is looked for by. An order's number is written
 * with a sign that no order holds.
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

/** True when the entry contains every word, ignoring case. */
export function fits({ title, line }: PaletteEntry, words: string): boolean {
  const text = `${title} ${line}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
