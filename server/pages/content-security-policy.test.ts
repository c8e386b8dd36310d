import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { policePage } from './content-security-policy.ts';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const police = (html: string) => policePage({ html, scriptToken: 't1' });

it('allows exactly the marked inline scripts, and takes the marks away', () => {
  const { html, policy } = police(
    '<script nonce="t1">one()</script><script type="module" async="" nonce="t1">two()</script>' +
      '<script nonce="t1" src="/a.js"></script><script nonce="t1">one()</script>',
  );
  expect(policy).toContain(`script-src 'self' ${hash('one()')} ${hash('two()')};`);
  expect(policy).not.toContain('unsafe');
  expect(html).not.toContain('t1');
  expect(html).toContain('<script>one()</script>');
});

it('allows no script that got into the content', () => {
  const content = '<p><script>steal()</script><script nonce="guess">steal()</script></p>';
  const { policy } = police(`${content}<script nonce="t1">one()</script>`);
  expect(policy).toContain(`script-src 'self' ${hash('one()')};`);
});

it('allows no inline script at all where none is marked', () => {
  expect(police('<script>one()</script>').policy).toContain("script-src 'self';");
});
