import { Failure, invalid } from '../failure.ts';
import type { AuthCall } from '../services.ts';
import { isGuessablePassword } from './guessable-passwords.ts';

/** GoTrue's limit, in bytes: an account may be moved to a project that hashes with bcrypt. */
const LONGEST_PASSWORD = 72;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
const SYMBOLS = `!@#$%^&*()_+-=[]{};'\\:"|<>?,./\`~`;

/**
 * Character sets, of each of which a password must contain one; named as in
 * `password_requirements`.
 */
export const PASSWORD_REQUIREMENTS = {
  '': [],
  letters_digits: [LETTERS + LETTERS.toUpperCase(), DIGITS],
  lower_upper_letters_digits: [LETTERS, LETTERS.toUpperCase(), DIGITS],
  lower_upper_letters_digits_symbols: [LETTERS, LETTERS.toUpperCase(), DIGITS, SYMBOLS],
} as const satisfies Record<string, readonly string[]>;

/** Returns every reason why the password is too weak; `email` is the account's own. */
export async function checkPassword(
  call: AuthCall,
  password: string,
  email: string | null | undefined,
): Promise<Failure | null> {
  const { shortestPassword, passwordRequirements } = call.settings;
  if (Buffer.byteLength(password) > LONGEST_PASSWORD) {
    return invalid(`Password cannot be longer than ${LONGEST_PASSWORD} characters`);
  }
  const found: Record<string, string> = {};
  // A password of only spaces does not count as one.
  if (password.trim() === '' || Buffer.byteLength(password) < shortestPassword) {
    found.length = `Password should be at least ${shortestPassword} characters.`;
  }
  const sets: readonly string[] = PASSWORD_REQUIREMENTS[passwordRequirements];
  if (sets.some((set) => ![...password].some((character) => set.includes(character)))) {
    found.characters = `Password should contain at least one character of each: ${sets.join(', ')}.`;
  }
  if (await isGuessable(call, password, email ?? '')) {
    found.pwned = 'Password is known to be weak and easy to guess, please choose a different one.';
  }
  const reasons = Object.keys(found);
  if (reasons.length === 0) return null;
  return new Failure(422, 'weak_password', Object.values(found).join(' '), { reasons });
}

/** Callers with the secret key choose passwords at their own risk, such as on the first start. */
async function isGuessable(call: AuthCall, password: string, email: string): Promise<boolean> {
  const { refuseCommonPasswords, guessableWords } = call.settings;
  if (refuseCommonPasswords && call.writer === 'client') {
    if (await isGuessablePassword(password, [email, ...guessableWords])) return true;
  }
  return isLeaked(call, password);
}

/** While the list is unavailable, no password counts as leaked. */
async function isLeaked(call: AuthCall, password: string): Promise<boolean> {
  try {
    return (await call.findLeakedPassword?.(password)) ?? false;
  } catch (error) {
    call.onError(error);
    return false;
  }
}
