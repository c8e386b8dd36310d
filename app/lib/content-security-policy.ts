import { hash } from 'node:crypto';

/**
 * The policy of a page that holds these inline scripts of ours, each named by its hash instead of a
 * nonce, so that a stored page revalidated by a 304 still matches the policy that it came with, and
 * a script that got into some content is not allowed.
 * Inline styles are for development alone, where Vite writes them.
 */
export function contentSecurityPolicy(
  inlineScripts: readonly string[],
  inlineStyles = false,
  /** The owner's colors and fonts; empty where none were chosen. */
  look = '',
): string {
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...inlineScripts.map(hashSource)].join(' '),
    // A hash would switch the other off.
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
