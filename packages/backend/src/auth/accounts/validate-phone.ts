import { type Failure, invalid } from '../failure.ts';

/** The number as it is kept: E.164 without its plus sign. */
export function validatePhone(phone: string): string | Failure {
  const digits = phone.replace(/^\+/, '').replaceAll(' ', '');
  return /^[1-9]\d{1,14}$/.test(digits)
    ? digits
    : invalid('Invalid phone number format (E.164 required)');
}
