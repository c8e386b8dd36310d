import addressparser from 'nodemailer/lib/addressparser/index.js';
import { isEmailAddress } from './email-address.ts';

/** As people see it: a name and a bare address. Empty: the shop's own. */
export interface Sender {
  name: string;
  address: string;
}

/** "Some Shop <hello@shop.example>" or a bare address; without any, the shop's own. Throws RangeError on anything else. */
export function parseSender(text: string | null): Sender {
  if (text === null) return { name: '', address: '' };
  const [sender, ...others] = addressparser(text, { flatten: true });
  if (!sender?.address || others.length > 0 || !isEmailAddress(sender.address)) {
    throw new RangeError(`EMAIL_FROM: not one sender: ${text}`);
  }
  return { name: sender.name ?? '', address: sender.address };
}
