import { expect, it } from 'vitest';
import { checkNewPassword } from './check-new-password.ts';

const differ = { confirmation: 'Passwords do not match.' };
const short = { password: 'Password must be at least 6 characters long.' };

it.each([
  ['secret', 'secret', null],
  ['secret', 'Secret', differ],
  ['short', 'other', differ],
  ['short', 'short', short],
  ['', '', short],
  ['      ', '      ', short],
  ['two words', 'two words', null],
])('checks %j against %j', (password, confirmation, problem) => {
  expect(checkNewPassword(password, confirmation)).toEqual(problem);
});
