import { findMenuProblem } from './menu-entries.ts';

/**
 * A text of the shop that its owner may rewrite: where it appears, its default, and what it may
 * contain. Apart from named placeholders, the only markup is `*word*` for italics in a line, and `#
 * Heading` lines in sections.
 */
export interface TextField {
  kind: TextKind;
  label: string;
  default: string;
  /** The placeholders allowed, besides `{name}`, which always is. */
  placeholders: readonly string[];
  hint?: string;
  /** If empty, it is no longer shown; any other text is required. */
  optional: boolean;
}

/**
 * `line`: one line. `text`: paragraphs separated by blank lines. `sections`: each a line `#
 * Heading` and the text under it. `menu`: links, one per line; see `menu-entries.ts`.
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

/** Why a text cannot be used in its place, worded for its author; null if it can. */
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

/** Each "# Heading" line starts a section; the text under it belongs to it. */
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
