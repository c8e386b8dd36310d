import { createHash } from 'node:crypto';
import type { RenderedDocument } from '#app/lib/app-context.ts';

export interface PolicedPage {
  html: string;
  policy: string;
}

/**
 * The finished HTML and its policy. The page's own inline scripts carry a token as their nonce,
 * which nobody else can know. Here each is named by its hash instead and the mark is taken away, so
 * that a stored page revalidated by a 304 still matches the policy that it came with, and a script
 * that got into some content is not allowed.
 * Inline styles are for development alone, where Vite writes them.
 */
export function policePage(document: RenderedDocument, inlineStyles = false): PolicedPage {
  const mark = ` nonce="${document.scriptToken}"`;
  const scripts = [...new Set(inlineScripts(document.html, mark).map(hashSource))];
  return {
    html: document.html.replaceAll(mark, ''),
    policy: [
      "default-src 'self'",
      `script-src 'self' ${scripts.join(' ')}`.trimEnd(),
      `style-src 'self'${inlineStyles ? " 'unsafe-inline'" : ''}`,
      "img-src 'self' data: blob:",
      "media-src 'self' blob:",
      "connect-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
  };
}

function inlineScripts(html: string, mark: string): string[] {
  const found: string[] = [];
  for (let at = html.indexOf('<script'); at !== -1; at = html.indexOf('<script', at)) {
    const open = html.indexOf('>', at);
    const close = html.indexOf('</script', open);
    if (open === -1 || close === -1) break;
    const tag = html.slice(at, open);
    if (tag.includes(mark) && !tag.includes(' src=')) found.push(html.slice(open + 1, close));
    at = close;
  }
  return found;
}

function hashSource(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}
