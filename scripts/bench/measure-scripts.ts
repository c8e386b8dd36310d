import { chromium } from 'playwright';

/**
 * Brotli bytes of all JavaScript that the browser of an idle visitor fetches within five seconds
 * of opening each page, with an empty cache.
 */
export async function measureScripts(
  origin: string,
  paths: readonly string[],
): Promise<Map<string, number>> {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  });
  const bytes = new Map<string, number>();
  try {
    for (const path of paths) {
      const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await session.send('Network.enable');
      const scripts = new Set<string>();
      let total = 0;
      session.on('Network.responseReceived', ({ requestId, response }) => {
        if (/javascript/.test(response.mimeType)) scripts.add(requestId);
      });
      session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
        if (scripts.has(requestId)) total += encodedDataLength;
      });
      await page.goto(origin + path);
      await new Promise((resolve) => setTimeout(resolve, 5000));
      bytes.set(path, total);
      await context.close();
    }
  } finally {
    await browser.close();
  }
  return bytes;
}
