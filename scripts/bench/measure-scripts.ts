import { chromium, type Request } from 'playwright';

/**
 * Brotli bytes of all JavaScript that an idle visitor's browser fetches within five seconds of
 * opening each page, with an empty cache.
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
      const fetched: Request[] = [];
      page.on('requestfinished', (request) => fetched.push(request));
      await page.goto(origin + path);
      await new Promise((resolve) => setTimeout(resolve, 5000));
      const sizes = await Promise.all(fetched.map(scriptBytes));
      bytes.set(
        path,
        sizes.reduce((sum, size) => sum + size, 0),
      );
      await context.close();
    }
  } finally {
    await browser.close();
  }
  return bytes;
}

/** Without headers, which are not script. */
async function scriptBytes(request: Request): Promise<number> {
  const response = await request.response();
  if (!/javascript/.test(response?.headers()['content-type'] ?? '')) return 0;
  return (await request.sizes()).responseBodySize;
}
