import type { Page } from 'playwright/test';

/** Replaces every text of the page, and those that come later, as a browser's translation does. */
export async function translatePage(page: Page): Promise<void> {
  await page.evaluate(() => {
    const untouched = 'script, style, textarea, font, [translate="no"]';
    const replace = (text: Node) => {
      if (!text.nodeValue?.trim() || text.parentElement?.closest(untouched)) return;
      const outer = document.createElement('font');
      const inner = outer.appendChild(document.createElement('font'));
      inner.append(text.nodeValue);
      (text as Text).replaceWith(outer);
    };
    const replaceIn = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Node[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode);
      texts.forEach(replace);
    };
    const observer = new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (node.nodeType === Node.TEXT_NODE) replace(node);
        else if (node.nodeName !== 'FONT') replaceIn(node);
      }
    });
    replaceIn(document.body);
    observer.observe(document.body, { childList: true, subtree: true });
  });
}
