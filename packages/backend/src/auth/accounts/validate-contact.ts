import { z } from 'zod';
import { type Failure, invalid } from '../failure.ts';

/** Characters. */
export const LONGEST_EMAIL = 255;

/** The address in lower case, in which accounts are stored and found. */
export function validateEmail(email: string): string | Failure {
  if (email === '') return invalid('An email address is required');
  if (email.length > LONGEST_EMAIL) return invalid('An email address is too long');
  if (!z.regexes.html5Email.test(email)) {
    return invalid('Unable to validate email address: invalid format');
  }
  return email.toLowerCase();
}

/** The number as it is stored: E.164 without its plus sign. */
export function validatePhone(phone: string): string | Failure {
  const digits = phone.replace(/^\+/, '').replaceAll(' ', '');
  return /^[1-9]\d{1,14}$/.test(digits)
    ? digits
    : invalid('Invalid phone number format (E.164 required)');
}
