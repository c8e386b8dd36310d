import addressparser from 'nodemailer/lib/addressparser/index.js';
import { isEmailAddress } from './email-address.ts';

/** "Some Shop <hello@shop.example>" or a bare address. Throws RangeError on anything else. */
export function parseSender(text: string): { name: string; address: string } {
  const [sender, ...others] = addressparser(text, { flatten: true });
  if (!sender?.address || others.length > 0 || !isEmailAddress(sender.address)) {
    throw new RangeError(`EMAIL_FROM: not one sender: ${text}`);
  }
  return { name: sender.name ?? '', address: sender.address };
}
