import { hash } from 'node:crypto';

/**
 * The policy of a page with these inline scripts of ours. Each is named by its hash instead of a
 * nonce, so that a stored page revalidated by a 304 still matches the policy it came with, and a
 * script injected into content is not allowed. Inline styles are allowed only in development, where
 * Vite writes them.
 */
export function contentSecurityPolicy(
  inlineScripts: readonly string[],
  inlineStyles = false,
  /** The owner's colors and fonts; empty if none were chosen. */
  look = '',
): string {
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...inlineScripts.map(hashSource)].join(' '),
    // A hash would disable 'unsafe-inline'.
    `style-src 'self'${inlineStyles ? " 'unsafe-inline'" : look ? ` ${hashSource(look)}` : ''}`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function hashSource(script: string): string {
  return `'sha256-${hash('sha256', script, 'base64')}'`;
}
