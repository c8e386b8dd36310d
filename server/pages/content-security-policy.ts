import { createHash } from 'node:crypto';

/**
 * The policy of one finished page. Inline scripts are named by their hashes instead of a nonce, so
 * that a stored page revalidated by a 304 still matches the policy that it came with.
 */
export function contentSecurityPolicy(html: string): string {
  const scripts = [...new Set(inlineScripts(html).map(hashSource))];
  return [
    "default-src 'self'",
    `script-src 'self' ${scripts.join(' ')}`.trimEnd(),
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

// The renderer alone writes script tags: content is escaped or sanitised before it gets here.
function inlineScripts(html: string): string[] {
  const found: string[] = [];
  for (let at = html.indexOf('<script'); at !== -1; at = html.indexOf('<script', at)) {
    const open = html.indexOf('>', at);
    const close = html.indexOf('</script', open);
    if (open === -1 || close === -1) break;
    const tag = html.slice(at, open);
    if (!tag.includes(' src=') && !tag.includes('application/ld+json')) {
      found.push(html.slice(open + 1, close));
    }
    at = close;
  }
  return found;
}

function hashSource(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}
