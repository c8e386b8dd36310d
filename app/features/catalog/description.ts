export interface DescriptionPart {
  /** A short lead such as "Origin", set as a small heading. */
  title: string | null;
  text: string;
}

/**
 * A description in parts. Paragraphs are separated by blank lines; one that opens with up to four
 * words and a full stop ("How to take. Lift out …") has those as its title.
 */
export function describeProduct(description: string): DescriptionPart[] {
  return description
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => {
      const lead = /^([^\s.!?]+(?: [^\s.!?]+){0,3})\.\s+(\S[\s\S]*)$/.exec(paragraph);
      return lead
        ? { title: lead[1] ?? null, text: lead[2] ?? '' }
        : { title: null, text: paragraph };
    });
}
