/** One thing that the palette leads to. */
export interface PaletteEntry {
  /** What it is and which, such as `order:<id>`. */
  id: string;
  title: string;
  /** Beneath the title; '' where there is nothing to add. */
  line: string;
  /** A path of this shop. */
  to: string;
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
