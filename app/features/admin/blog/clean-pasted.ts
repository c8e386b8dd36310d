import { type ForeignPicture, replaceForeignPictures } from './foreign-pictures.ts';
import { gatherWordLists } from './pasted-lists.ts';
import { renameTag, unwrap, wrapContent } from './pasted-nodes.ts';
import { extractStyleSheet, inlineSheet } from './pasted-sheet.ts';
import { pastedStyle, stylesOf } from './pasted-styles.ts';
import { simplifyTables } from './pasted-tables.ts';
import { replaceSuperscripts } from './replace-superscripts.ts';

export interface Pasted {
  html: string;
  /** The pictures that placeholders stand for. */
  pictures: ForeignPicture[];
}

/**
 * Turns what word processors put on the clipboard into plain HTML. Google Docs wraps everything in
 * a `<b>` that is not bold and uses styles for bold and italic, Word writes its lists as
 * paragraphs, Pages marks headings in a style sheet, and Notion uses weights of 600. The page's CSP
 * blocks inline styles, so they are read as text.
 */
export function cleanPasted(html: string): Pasted {
  // Copied from this editor, so it is already clean.
  const isOwn = html.includes('data-pm-slice');
  const { rest, sheet } = extractStyleSheet(html);
  // Renamed, because the browser reports a parsed style attribute as a CSP violation.
  const renamed = rest.replace(/<[a-z][^>]*>/gi, (tag) =>
    tag.replace(/\sstyle\s*=/gi, ` ${pastedStyle}=`),
  );
  const { body } = new DOMParser().parseFromString(renamed, 'text/html');
  const pictures = replaceForeignPictures(body);
  inlineSheet(body, sheet);
  replaceSuperscripts(body);
  if (!isOwn) {
    for (const anchor of body.querySelectorAll('a[href^="#"], a:not([href])')) unwrap(anchor);
    for (const anchor of body.querySelectorAll('a')) anchor.removeAttribute('target');
    gatherWordLists(body);
    nameHeadings(body);
  }
  for (const element of body.querySelectorAll('*')) {
    const styles = stylesOf(element);
    element.removeAttribute(pastedStyle);
    if (element.localName === 'o:p') unwrap(element);
    else if (/^(b|strong)$/.test(element.localName)) {
      if (isLight(styles.get('font-weight')) || element.closest(headings)) unwrap(element);
    } else if (/^(i|em)$/.test(element.localName)) {
      if (styles.get('font-style') === 'normal') unwrap(element);
    } else if (/^(span|font|a|p)$/.test(element.localName)) {
      for (const mark of marksOf(element, styles)) wrapContent(element, mark);
    }
  }
  if (!isOwn) {
    levelHeadings(body);
    simplifyTables(body);
    removeEmptyLines(body);
  }
  return { html: body.innerHTML, pictures };
}

const headings = 'h1, h2, h3, h4, h5, h6';

/** Titles are paragraphs with a class, or, in Word for the web, paragraphs marked as headings. */
function nameHeadings(body: HTMLElement): void {
  for (const element of body.querySelectorAll('p.MsoTitle, [role="heading"][aria-level]')) {
    const level = Number(element.getAttribute('aria-level') ?? 1);
    renameTag(element, `h${Math.min(Math.max(level || 1, 1), 6)}`);
  }
}

/** The article's title is the page's top heading, which leaves three levels below it. */
function levelHeadings(body: HTMLElement): void {
  const lower = body.querySelector('h1') ? 1 : 0;
  for (const heading of body.querySelectorAll(headings)) {
    const level = Math.min(Number(heading.localName.slice(1)) + lower, 4);
    if (`h${level}` !== heading.localName) renameTag(heading, `h${level}`);
  }
}

const isLight = (weight: string | undefined) =>
  weight === 'normal' || weight === 'lighter' || Number(weight) < 600;
const isBold = (weight: string | undefined) =>
  weight === 'bold' || weight === 'bolder' || Number(weight) >= 600;

function marksOf(element: Element, styles: ReadonlyMap<string, string>): string[] {
  const decoration = `${styles.get('text-decoration')} ${styles.get('text-decoration-line')}`;
  const marks: string[] = [];
  // Headings are bold and links underlined anyway.
  if (isBold(styles.get('font-weight')) && !element.closest(headings)) marks.push('strong');
  if (/^(italic|oblique)/.test(styles.get('font-style') ?? '')) marks.push('em');
  if (decoration.includes('underline') && !element.closest('a') && !element.querySelector('a')) {
    marks.push('u');
  }
  if (decoration.includes('line-through')) marks.push('s');
  return marks;
}

const block = /^(address|article|blockquote|div|dl|figure|h[1-6]|hr|ol|p|pre|section|table|ul)$/;

/** Removes empty lines used for spacing, since paragraphs in the shop are already spaced. */
function removeEmptyLines(body: HTMLElement): void {
  for (const line of body.querySelectorAll('br')) {
    const around = [line.previousElementSibling, line.nextElementSibling];
    const isBetween = around.some((each) => each && block.test(each.localName));
    if (isBetween || line.className === 'Apple-interchange-newline') line.remove();
  }
  for (const paragraph of body.querySelectorAll(`p, ${headings}`)) {
    const isEmpty = !paragraph.textContent?.trim() && !paragraph.querySelector('img');
    if (isEmpty && !paragraph.closest('td, th, li')) paragraph.remove();
  }
}
