import { z } from 'zod';
import { type Failure, invalid } from '../failure.ts';

/** In characters. */
export const LONGEST_EMAIL = 255;

/** Returns the address in lower case, as accounts are stored and found. */
export function validateEmail(email: string): string | Failure {
  if (email === '') return invalid('An email address is required');
  if (email.length > LONGEST_EMAIL) return invalid('An email address is too long');
  if (!z.regexes.html5Email.test(email)) {
    return invalid('Unable to validate email address: invalid format');
  }
  return email.toLowerCase();
}

/** Returns the number as it is stored: E.164 without the plus sign. */
export function validatePhone(phone: string): string | Failure {
  const digits = phone.replace(/^\+/, '').replaceAll(' ', '');
  return /^[1-9]\d{1,14}$/.test(digits)
    ? digits
    : invalid('Invalid phone number format (E.164 required)');
}
