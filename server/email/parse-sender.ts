import addressparser from 'nodemailer/lib/addressparser/index.js';
import { isEmailAddress } from './email-address.ts';

/** A name and a bare address, as recipients see them. Empty: the shop's own. */
export interface Sender {
  name: string;
  address: string;
}

/**
 * Accepts "Some Shop <hello@shop.example>" or a bare address; null means the shop's own. Throws
 * RangeError for anything else.
 */
export function parseSender(text: string | null): Sender {
  if (text === null) return { name: '', address: '' };
  const [sender, ...others] = addressparser(text, { flatten: true });
  if (!sender?.address || others.length > 0 || !isEmailAddress(sender.address)) {
    throw new RangeError(`EMAIL_FROM: not one sender: ${text}`);
  }
  return { name: sender.name ?? '', address: sender.address };
}
