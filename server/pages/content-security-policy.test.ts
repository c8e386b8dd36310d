import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { contentSecurityPolicy } from './content-security-policy.ts';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

it('allows exactly the inline scripts of the page', () => {
  const policy = contentSecurityPolicy(
    '<script>one()</script><script type="module" async="">two()</script><script src="/a.js"></script>' +
      '<script type="application/ld+json">{"@type":"Product"}</script><script>one()</script>',
  );
  expect(policy).toContain(`script-src 'self' ${hash('one()')} ${hash('two()')};`);
  expect(policy).not.toContain('unsafe');
});

it('has no inline source for a page without scripts', () => {
  expect(contentSecurityPolicy('<p>hello</p>')).toContain("script-src 'self';");
});
