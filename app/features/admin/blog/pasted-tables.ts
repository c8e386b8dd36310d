import { renameTag, unwrap } from './pasted-nodes.ts';

/**
 * Reduces tables to what the shop supports: rows and cells. A table with a single cell is
 * unwrapped, and a nested table becomes one paragraph per row.
 */
export function simplifyTables(body: HTMLElement): void {
  // Innermost first.
  for (const table of [...body.querySelectorAll('table')].reverse()) {
    const cells = [...table.rows].flatMap((row) => [...row.cells]);
    if (cells.length <= 1) table.replaceWith(...(cells[0]?.childNodes ?? []));
    else if (table.parentElement?.closest('table')) spellOut(table);
    else simplify(table);
  }
}

function simplify(table: HTMLTableElement): void {
  if (table.caption) {
    const caption = renameTag(table.caption, 'p');
    table.before(caption);
  }
  for (const group of table.querySelectorAll('colgroup, col')) group.remove();
  const [first] = table.rows;
  if (!first) return;
  const cells = [...first.cells];
  // Word processors have no table headers; writers make the first row bold.
  const isHead = table.rows.length > 1 && cells.some(hasText) && cells.every(isBoldAlone);
  for (const cell of isHead ? cells : []) {
    for (const bold of cell.querySelectorAll('b, strong')) unwrap(bold);
    if (cell.localName === 'td') renameTag(cell, 'th');
  }
}

const hasText = (cell: Element) => Boolean(cell.textContent?.trim());

function isBoldAlone(cell: Element): boolean {
  if (!hasText(cell)) return true;
  const bold = [...cell.querySelectorAll('b, strong')].map((each) => each.textContent).join('');
  return bold.replaceAll(/\s/g, '') === cell.textContent?.replaceAll(/\s/g, '');
}

function spellOut(table: HTMLTableElement): void {
  const rows = [...table.rows].map((row) => {
    const paragraph = table.ownerDocument.createElement('p');
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
