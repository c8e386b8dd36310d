import { DatabaseError } from '@liv-fit/backend/database';
import { expect, it } from 'vitest';
import { describeFailure } from './describe-failure.ts';

it('reports a full disk, even if wrapped in another error', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
  });
  expect(describeFailure(full)).toBe('The disk is full.');
  expect(describeFailure(new Error('Export failed', { cause: full }))).toBe('The disk is full.');
});

it.each([
  ['28P01', 'password authentication failed for user "shop"', 'refuses the login'],
  ['42501', 'permission denied for schema public', 'too few rights'],
  ['3D000', 'database "shop" does not exist', 'has no database of that name'],
])('says of %s what the database refuses, and why', (code, message, words) => {
  const error = Object.assign(new DatabaseError(message, 0, 'error'), { code });
  expect(describeFailure(error)).toContain(words);
  expect(describeFailure(error)).toContain(message);
});
