import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { policePage } from './content-security-policy.ts';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

it('allows exactly the marked inline scripts, and takes the marks away', () => {
  const { html, policy } = policePage(
    '<script nonce="t1">one()</script><script type="module" async="" nonce="t1">two()</script>' +
      '<script nonce="t1" src="/a.js"></script><script nonce="t1">one()</script>',
    't1',
  );
  expect(policy).toContain(`script-src 'self' ${hash('one()')} ${hash('two()')};`);
  expect(policy).not.toContain('unsafe');
  expect(html).not.toContain('t1');
  expect(html).toContain('<script>one()</script>');
});

it('allows no script that got into the content', () => {
  const content = '<p><script>steal()</script><script nonce="guess">steal()</script></p>';
  const { policy } = policePage(`${content}<script nonce="t1">one()</script>`, 't1');
  expect(policy).toContain(`script-src 'self' ${hash('one()')};`);
});

it('allows no inline script at all without a token', () => {
  expect(policePage('<script>one()</script>', null).policy).toContain("script-src 'self';");
});
