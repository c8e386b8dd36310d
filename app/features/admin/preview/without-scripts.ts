/**
 * Removes everything from the document that would run or navigate, and sets its styles aside for
 * `applyStyles`: the browser would block them here and report each one.
 */
export function withoutScripts(html: string): string {
  const laidAside = html
    .replaceAll('<style>', '<template data-sheet>')
    .replaceAll('</style>', '</template>')
    .replaceAll(' style="', ' data-style="');
  const page = new DOMParser().parseFromString(laidAside, 'text/html');
  for (const found of page.querySelectorAll('script, link[rel="after-paint"]')) found.remove();
  for (const link of page.querySelectorAll('a[href], form[action]')) {
    link.removeAttribute('href');
    link.removeAttribute('action');
  }
  return `<!doctype html>${page.documentElement.outerHTML}`;
}

/** Applies the contents of style elements and attributes, which this screen's CSP would block. */
export function applyStyles(frame: HTMLIFrameElement): void {
  const { contentDocument: page, contentWindow: view } = frame;
  if (!page || !view) return;
  const { CSSStyleSheet: Sheet } = view as unknown as typeof globalThis;
  const written = [...page.querySelectorAll<HTMLTemplateElement>('template[data-sheet]')];
  const sheets = written.map(({ content }) => {
    const sheet = new Sheet();
    sheet.replaceSync(content.textContent ?? '');
    return sheet;
  });
  page.adoptedStyleSheets = sheets;
  for (const styled of page.querySelectorAll<HTMLElement>('[data-style]')) {
    styled.style.cssText = styled.dataset.style ?? '';
  }
}
