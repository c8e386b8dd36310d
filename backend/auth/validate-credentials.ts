import { z } from 'zod';
import { Failure, invalid } from './failure.ts';
import type { AuthSettings } from './settings.ts';

const LONGEST_EMAIL = 255;
/** GoTrue's limit, in bytes: an account may move to a project that hashes with bcrypt. */
const LONGEST_PASSWORD = 72;

/** The address in lower case, in which accounts are kept and found. */
export function validateEmail(email: string): string | Failure {
  if (email === '') return invalid('An email address is required');
  if (email.length > LONGEST_EMAIL) return invalid('An email address is too long');
  if (!z.regexes.html5Email.test(email)) {
    return invalid('Unable to validate email address: invalid format');
  }
  return email.toLowerCase();
}

export function checkPassword(
  password: string,
  { shortestPassword }: AuthSettings,
): Failure | null {
  if (Buffer.byteLength(password) > LONGEST_PASSWORD) {
    return invalid(`Password cannot be longer than ${LONGEST_PASSWORD} characters`);
  }
  if (Buffer.byteLength(password) >= shortestPassword) return null;
  const message = `Password should be at least ${shortestPassword} characters.`;
  return new Failure(422, 'weak_password', message, { reasons: ['length'] });
}
