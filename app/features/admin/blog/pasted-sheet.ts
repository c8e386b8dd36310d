import { renameTag } from './pasted-nodes.ts';
import { pastedStyle, stylesOf } from './pasted-styles.ts';

/** The styles that Pages and other macOS programs give a class, by selector ('p.p1'). */
type Sheet = ReadonlyMap<string, string>;

/**
 * Removes the style sheets from pasted HTML. Those of macOS programs are returned, because only
 * they say what is larger than the body text.
 */
export function extractStyleSheet(html: string): { rest: string; sheet: Sheet } {
  const isOfMac = /content="Cocoa HTML Writer"/i.test(html);
  const sheet = new Map<string, string>();
  const rest = html.replace(/<style\b[^>]*>([\s\S]*?)<\/style\s*>/gi, (_, rules: string) => {
    for (const [, selector = '', styles = ''] of isOfMac
      ? rules.matchAll(/([a-z]+\d?\.[\w-]+)\s*\{([^}]*)\}/gi)
      : []) {
      sheet.set(selector.toLowerCase(), styles);
    }
    return '';
  });
  return { rest, sheet };
}

/** Copies the sheet's styles onto the elements of each class, and marks headings. */
export function inlineSheet(body: HTMLElement, sheet: Sheet): void {
  if (sheet.size === 0) return;
  for (const element of body.querySelectorAll('[class]')) {
    const styles = sheet.get(`${element.localName}.${element.className.toLowerCase()}`);
    if (styles) {
      element.setAttribute(pastedStyle, `${styles};${element.getAttribute(pastedStyle) ?? ''}`);
    }
  }
  nameLargeParagraphs(body);
}

/** A paragraph this many times the body text's size is a heading; a bold one needs less. */
const larger = 1.15;
const longestHeading = 200;

function nameLargeParagraphs(body: HTMLElement): void {
  const paragraphs = [...body.querySelectorAll('p')].filter((each) => !each.closest('table'));
  const letters = new Map<number, number>();
  for (const each of paragraphs) {
    const size = sizeOf(each);
    letters.set(size, (letters.get(size) ?? 0) + (each.textContent?.length ?? 0));
  }
  const [[text] = [0]] = [...letters].sort(([, one], [, other]) => other - one);
  const isHeading = (each: Element) =>
    (each.textContent?.length ?? 0) <= longestHeading &&
    (sizeOf(each) >= text * larger || (sizeOf(each) > text && isBold(each)));
  const found = paragraphs.filter((each) => isHeading(each));
  const sizes = [...new Set(found.map(sizeOf))].sort((one, other) => other - one);
  for (const each of found) renameTag(each, `h${Math.min(sizes.indexOf(sizeOf(each)) + 2, 4)}`);
}

/** `font: 24.0px 'Helvetica Neue'`; 0 if not given. */
const sizeOf = (element: Element): number =>
  Number.parseFloat(/([\d.]+)px/.exec(stylesOf(element).get('font') ?? '')?.[1] ?? '0');

const isBold = (element: Element): boolean =>
  element.querySelector('b')?.textContent?.trim() === element.textContent?.trim();
