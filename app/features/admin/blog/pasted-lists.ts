import { stylesOf } from './pasted-styles.ts';

/** A list that may get more entries, with its level as Word counts it. */
interface OpenList {
  level: number;
  list: Element;
}

/** Word's list entries are paragraphs with the bullet or number in the text and the level in a style. */
export function gatherWordLists(body: HTMLElement): void {
  let open: OpenList[] = [];
  for (const paragraph of body.querySelectorAll('p')) {
    const level = levelOf(paragraph);
    if (level === null) continue;
    if (!open[0] || paragraph.previousElementSibling !== open[0].list) open = [];
    const marker = takeMarker(paragraph);
    const name = /^\(?(\d+|[a-z]{1,3})[.)]/i.test(marker) ? 'ol' : 'ul';
    open = open.filter(
      (each) => each.level < level || (each.level === level && each.list.localName === name),
    );
    const parent = open.at(-1);
    if (parent?.level === level) {
      append(parent.list, paragraph);
      continue;
    }
    const list = body.ownerDocument.createElement(name);
    const start = Number.parseInt(marker.replace('(', ''), 10);
    if (start > 1) list.setAttribute('start', String(start));
    if (parent) (parent.list.lastElementChild ?? parent.list).append(list);
    else paragraph.before(list);
    open.push({ level, list });
    append(list, paragraph);
  }
}

function levelOf(paragraph: Element): number | null {
  const level = /^l\d+ level(\d+)/.exec(stylesOf(paragraph).get('mso-list') ?? '')?.[1];
  return level ? Number(level) : null;
}

/** Removes the bullet or number from the text. */
function takeMarker(paragraph: Element): string {
  const marker = [...paragraph.querySelectorAll('*')].find(
    (each) => stylesOf(each).get('mso-list') === 'ignore',
  );
  marker?.remove();
  return marker?.textContent?.trim() ?? '';
}

function append(list: Element, paragraph: Element): void {
  const entry = list.ownerDocument.createElement('li');
  list.append(entry);
  entry.append(paragraph);
}
