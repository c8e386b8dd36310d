import { expect, it } from 'vitest';
import { checkNewPassword } from './check-new-password.ts';

it.each([
  ['secret', 'secret', null],
  ['secret', 'Secret', 'Passwords do not match.'],
  ['short', 'other', 'Passwords do not match.'],
  ['short', 'short', 'Password must be at least 6 characters long.'],
  ['', '', 'Password must be at least 6 characters long.'],
])('checks %j against %j', (password, confirmation, problem) => {
  expect(checkNewPassword(password, confirmation)).toBe(problem);
});
