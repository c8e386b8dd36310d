import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { contentSecurityPolicy } from './content-security-policy.ts';

const source = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

it('allows the given inline scripts by hash', () => {
  const policy = contentSecurityPolicy(['one()', 'two("ü")']);
  expect(policy).toContain(`script-src 'self' ${source('one()')} ${source('two("ü")')};`);
  expect(policy).not.toContain('unsafe');
});

it('allows no inline script at all where there is none', () => {
  expect(contentSecurityPolicy([])).toContain("script-src 'self';");
});
