import type { Page } from 'playwright/test';

/** Records every script that ran, in any way, and finds URLs that would run one when clicked. */
export async function watchScripts(page: Page): Promise<{
  /** Opens a URL; returns everything that has run so far. */
  visit(address: string): Promise<string[]>;
  /** The same for the current page. */
  inspect(): Promise<string[]>;
}> {
  const ran: string[] = [];
  page.on('dialog', (dialog) => {
    ran.push(`a dialog on ${page.url()}`);
    void dialog.dismiss();
  });
  await page.exposeFunction('xss', () => ran.push(`a script on ${page.url()}`));

  async function inspect(): Promise<string[]> {
    const pressed = await page.evaluate(() => {
      const active = /^(?:javascript|data|vbscript):/i;
      const urls = [...document.querySelectorAll('a, form, iframe, object, embed, area')].flatMap(
        (element) =>
          ['href', 'action', 'src', 'data', 'xlink:href'].flatMap(
            (name) => (element as Element).getAttribute(name) ?? [],
          ),
      );
      const shown = 'main *, [role=dialog] *, article *';
      const handlers = [...document.querySelectorAll(shown)].flatMap((element) =>
        element.getAttributeNames().filter((name) => name.startsWith('on')),
      );
      // Browsers drop control characters and line breaks before they read the scheme.
      // biome-ignore lint/suspicious/noControlCharactersInRegex: those are meant
      const bare = urls.map((url) => url.replace(/[\u0000-\u0020]/g, ''));
      return [...bare.filter((url) => active.test(url)), ...handlers];
    });
    ran.push(...pressed.map((what) => `${what} on ${page.url()}`));
    return ran;
  }

  return {
    inspect,
    async visit(address) {
      await page.goto(address, { waitUntil: 'load' });
      return inspect();
    },
  };
}
