export interface DescriptionPart {
  /** A short lead-in such as "Origin", shown as a small heading. */
  title: string | null;
  text: string;
}

/**
 * Splits a description into parts. Paragraphs are separated by blank lines; if one starts with up
 * to four words and a period ("How to take. Lift out …"), those are its title.
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
