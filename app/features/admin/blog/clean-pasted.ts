export interface Pasted {
  html: string;
  /** Images that only the document they come from can show. */
  imagesLeftOut: number;
}

/**
 * What word processors put on the clipboard, as plain HTML. Google Docs wraps everything in a `<b>`
 * that is not bold and says bold and italic in styles, Word writes its lists as paragraphs, Notion
 * uses weights of 600. Tables become a paragraph a row. The page's policy lets no inline style apply, so the styles are read as text.
 */
export function cleanPasted(html: string): Pasted {
  // Gone, or under another name: a style that is parsed is reported as a breach of the policy.
  const renamed = html
    .replace(/<style\b[\s\S]*?<\/style\s*>/gi, '')
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\sstyle\s*=/gi, ' data-pasted-style='));
  const { body } = new DOMParser().parseFromString(renamed, 'text/html');
  const imagesLeftOut = removeForeignImages(body);
  gatherWordLists(body);
  spellOutTables(body);
  for (const element of body.querySelectorAll('*')) {
    const styles = stylesOf(element);
    element.removeAttribute('data-pasted-style');
    if (element.localName === 'o:p') unwrap(element);
    else if (/^(b|strong)$/.test(element.localName)) {
      if (isLight(styles.get('font-weight'))) unwrap(element);
    } else if (/^(i|em)$/.test(element.localName)) {
      if (styles.get('font-style') === 'normal') unwrap(element);
    } else if (/^(span|font|a)$/.test(element.localName)) {
      for (const mark of marksOf(element, styles)) wrapContent(element, mark);
    } else if (headings[element.localName]) rename(element, headings[element.localName] ?? 'p');
  }
  return { html: body.innerHTML, imagesLeftOut };
}

/** An article's own title is the page's first heading, and it has three levels below. */
const headings: Readonly<Record<string, string>> = { h1: 'h2', h5: 'h4', h6: 'h4' };

function stylesOf(element: Element): Map<string, string> {
  const text = element.getAttribute('data-pasted-style') ?? '';
  return new Map(
    text.split(';').map((each) => {
      const [name = '', ...value] = each.split(':');
      return [name.trim().toLowerCase(), value.join(':').trim().toLowerCase()];
    }),
  );
}

const isLight = (weight: string | undefined) =>
  weight === 'normal' || weight === 'lighter' || Number(weight) < 600;
const isBold = (weight: string | undefined) =>
  weight === 'bold' || weight === 'bolder' || Number(weight) >= 600;

function marksOf(element: Element, styles: ReadonlyMap<string, string>): string[] {
  const decoration = `${styles.get('text-decoration')} ${styles.get('text-decoration-line')}`;
  const marks: string[] = [];
  // Headings are bold, and links underlined, by themselves.
  if (isBold(styles.get('font-weight')) && !element.closest('h1,h2,h3,h4,h5,h6')) {
    marks.push('strong');
  }
  if (/^(italic|oblique)/.test(styles.get('font-style') ?? '')) marks.push('em');
  if (decoration.includes('underline') && !element.closest('a') && !element.querySelector('a')) {
    marks.push('u');
  }
  if (decoration.includes('line-through')) marks.push('s');
  return marks;
}

/** Word's list entries are paragraphs with their bullet or number in the text. */
function gatherWordLists(body: HTMLElement): void {
  const lists = new Set<Element>();
  for (const paragraph of body.querySelectorAll('p')) {
    if (!stylesOf(paragraph).get('mso-list')?.startsWith('l')) continue;
    const marker = [...paragraph.querySelectorAll('*')].find(
      (each) => stylesOf(each).get('mso-list') === 'ignore',
    );
    const name = /^\s*\(?(\d+|[a-z]{1,3})[.)]/i.test(marker?.textContent ?? '') ? 'ol' : 'ul';
    marker?.remove();
    const before = paragraph.previousElementSibling;
    const list =
      before && lists.has(before) && before.localName === name
        ? before
        : body.ownerDocument.createElement(name);
    if (list !== before) paragraph.before(list);
    lists.add(list);
    const entry = body.ownerDocument.createElement('li');
    list.append(entry);
    entry.append(paragraph);
  }
}

/** Where the shop's own images lie; a document's `image001.png` would lie beside the editor. */
const ownImage = /^\/(media|storage\/v1\/(object|render\/image)\/public\/uploads)\/./;

/** Images of other sites, of the writer's disk and inside the text: the shop's policy shows none. */
function removeForeignImages(body: HTMLElement): number {
  const foreign = [...body.querySelectorAll('img')].filter((image) => {
    const url = URL.parse(image.getAttribute('src') ?? '', window.location.href);
    if (url?.origin !== window.location.origin || !ownImage.test(url.pathname)) return true;
    // Uploads are named without the shop's origin: the shop may move.
    image.setAttribute('src', url.pathname + url.search);
    return false;
  });
  for (const image of foreign) image.remove();
  return foreign.length;
}

/** The editor knows no tables: their cells would run into one another. */
function spellOutTables(body: HTMLElement): void {
  // Innermost first: a table may hold others.
  for (const table of [...body.querySelectorAll('table')].reverse()) {
    const rows = [...table.rows].map((row) => {
      const paragraph = body.ownerDocument.createElement('p');
      for (const cell of row.cells) {
        if (paragraph.hasChildNodes()) paragraph.append(' | ');
        for (const block of [...cell.querySelectorAll('p, div')]) block.after(' ');
        for (const block of [...cell.querySelectorAll('p, div')]) unwrap(block);
        paragraph.append(...cell.childNodes);
      }
      return paragraph;
    });
    table.replaceWith(...rows);
  }
}

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}

function wrapContent(element: Element, name: string): void {
  const mark = element.ownerDocument.createElement(name);
  mark.append(...element.childNodes);
  element.append(mark);
}

function rename(element: Element, name: string): void {
  const other = element.ownerDocument.createElement(name);
  other.append(...element.childNodes);
  element.replaceWith(other);
}
