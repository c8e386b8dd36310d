import { createHash } from 'node:crypto';

export interface PolicedPage {
  html: string;
  policy: string;
}

/**
 * The finished HTML and its policy. The page's own inline scripts carry `token` as their nonce,
 * which nobody else can know. Here each is named by its hash instead and the mark is taken away, so
 * that a stored page revalidated by a 304 still matches the policy that it came with, and a script
 * that got into some content is not allowed.
 * Without a token no inline script is allowed. Inline styles are for development alone, where Vite
 * writes them.
 */
export function policePage(
  markedHtml: string,
  token: string | null,
  inlineStyles = false,
): PolicedPage {
  const mark = token && ` nonce="${token}"`;
  const scripts = mark ? [...new Set(inlineScripts(markedHtml, mark).map(hashSource))] : [];
  return {
    html: mark ? markedHtml.replaceAll(mark, '') : markedHtml,
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
