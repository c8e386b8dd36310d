import { findMenuProblem } from './menu-entries.ts';

/**
 * A text of the shop that its owner may write anew: where it stands, what it says until then, and what
 * may stand in it. Placeholders are named and there is no other language in a text but `*word*` for
 * italics in a line, and `# Heading` lines in sections.
 */
export interface TextField {
  kind: TextKind;
  label: string;
  default: string;
  /** What `{…}` may say, `name` excepted, which always may. */
  placeholders: readonly string[];
  hint?: string;
  /** Where it is shown no longer if it is empty; any other text has to be written. */
  optional: boolean;
}

/**
 * `line`: one line. `text`: paragraphs, divided by blank lines. `sections`: parts, each of them a line
 * `# Heading` and the text under it. `menu`: links, a line each; see `menu-entries.ts`.
 */
type TextKind = 'line' | 'text' | 'sections' | 'menu';

type More = Partial<Pick<TextField, 'placeholders' | 'hint' | 'optional'>>;

const field =
  (kind: TextKind) =>
  (label: string, text: string, more: More = {}): TextField => ({
    ...{ kind, label, default: text, placeholders: [], optional: false },
    ...more,
  });

export const line = field('line');
export const text = field('text');
export const sections = field('sections');
export const menu = field('menu');

const longest: Record<TextKind, number> = { line: 300, text: 5_000, sections: 60_000, menu: 3_000 };

/** Why a text cannot stand in its place, in words for who wrote it; null where it can. */
export function findTextProblem(field: TextField, written: string): string | null {
  const { kind, placeholders, optional } = field;
  if (written.trim() === '') return optional ? null : 'Visitors see this, so it cannot be empty.';
  if (written.length > longest[kind]) {
    return `At most ${longest[kind].toLocaleString('en-US')} characters.`;
  }
  if (kind === 'line' && /[\p{Cc}\p{Zl}\p{Zp}]/u.test(written.trim())) return 'One line only.';
  const known = ['name', ...placeholders];
  const unknown = [...written.matchAll(/\{([^{}]*)\}/g)].find(
    ([, name = '']) => !known.includes(name),
  );
  if (unknown) {
    const may = known.map((name) => `{${name}}`).join(', ');
    return `${unknown[0]} means nothing here. You can use ${may}.`;
  }
  if (kind === 'menu') return findMenuProblem(written);
  if (kind !== 'sections') return null;
  const parts = readSections(written);
  return parts.length > 0 && parts.every(({ heading, text: body }) => heading && body)
    ? null
    : 'Start with a line such as "# Heading", and write something under each.';
}

export interface TextSection {
  heading: string;
  text: string;
}

/** "# Heading", then what belongs under it; again for the next part. */
export function readSections(written: string): TextSection[] {
  return written
    .replaceAll('\r\n', '\n')
    .split(/^# /m)
    .slice(1)
    .map((part) => {
      const [heading = '', ...rest] = part.split('\n');
      return { heading: heading.trim(), text: rest.join('\n').trim() };
    });
}

export function writeSections(parts: readonly TextSection[]): string {
  return parts.map(({ heading, text: body }) => `# ${heading}\n${body}`).join('\n\n');
}

export function readParagraphs(written: string): string[] {
  return written.split(/\n\s*\n/).flatMap((paragraph) => paragraph.trim() || []);
}
