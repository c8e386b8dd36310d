import PostalMime, { type Address } from 'postal-mime';
import type { Collection, Store } from '../store.ts';

/** An email as delivered: `to` are the envelope's recipients, who actually receive it. */
export interface Mail {
  id: string;
  from: string;
  to: string[];
  /** Addresses in the header's To, Cc and Reply-To, without names. */
  headerTo: string[];
  cc: string[];
  replyTo: string[];
  subject: string;
  /** Decoded; `''` if the email has no such part. */
  text: string;
  html: string;
  /** ISO 8601: the Date header, or the time of arrival if it isn't a valid date. */
  date: string;
  receivedAt: string;
  messageId: string;
  attachments: { filename: string; type: string; size: number }[];
}

interface Envelope {
  from: string;
  to: string[];
}

export interface Mailbox {
  keep(raw: Buffer, envelope: Envelope): Promise<Mail>;
  find(id: string): Mail | undefined;
  /** Newest first. */
  list(): Mail[];
  clear(): void;
  readonly size: number;
}

const MAX_MAILS = 5_000;

export function openMailbox(store: Store, now: () => number): Mailbox {
  const mails: Collection<Mail> = store.collection('mails', { cap: MAX_MAILS });
  let arrivals = 0;

  return {
    async keep(raw, envelope) {
      const email = await PostalMime.parse(raw);
      const receivedAt = new Date(now()).toISOString();
      arrivals += 1;
      const id = `${now().toString(36)}-${arrivals.toString(36)}`;
      return mails.put(id, {
        id,
        from: envelope.from,
        to: envelope.to,
        headerTo: bare(email.to),
        cc: bare(email.cc),
        replyTo: bare(email.replyTo),
        subject: email.subject ?? '',
        text: email.text ?? '',
        html: email.html ?? '',
        date: isoDate(email.date) ?? receivedAt,
        receivedAt,
        messageId: email.messageId ?? '',
        attachments: email.attachments.map(({ filename, mimeType, content }) => ({
          filename: filename ?? '',
          type: mimeType,
          size: typeof content === 'string' ? content.length : content.byteLength,
        })),
      });
    },
    find: (id) => mails.get(id),
    list: () => mails.newest(),
    clear: () => mails.clear(),
    get size() {
      return mails.size;
    },
  };
}

function bare(addresses: Address[] = []): string[] {
  return addresses.flatMap((entry) =>
    entry.group ? entry.group.map(({ address }) => address) : [entry.address],
  );
}

function isoDate(value: string | undefined): string | undefined {
  if (value === undefined || Number.isNaN(Date.parse(value))) return undefined;
  return new Date(value).toISOString();
}
