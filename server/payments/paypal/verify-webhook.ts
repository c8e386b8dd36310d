import { verify } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { RejectedWebhook, VerifiedEvent } from '../provider.ts';
import { subjectOf } from './event-subject.ts';
import { event } from './response-schemas.ts';
import type { CertificateSource } from './webhook-certificates.ts';

/**
 * PayPal retries a message for three days and doesn't say whether it signs it again. A repeated
 * message changes nothing, because every event is processed once.
 */
const oldestMs = 3 * 24 * 60 * 60_000;
const earliestMs = 5 * 60_000;

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

export interface WebhookOptions {
  /** As shown in PayPal's dashboard; part of what is signed. */
  webhookId: string;
  certificates: CertificateSource;
  now: () => Date;
}

/**
 * Verifies PayPal's signature over the raw body
 * (https://developer.paypal.com/api/rest/webhooks/rest/#link-selfverificationmethod) with the
 * certificate that it names, instead of asking PayPal about everything that anybody posts. Fails
 * closed.
 */
export async function verifyPaypalWebhook(
  { webhookId, certificates, now }: WebhookOptions,
  rawBody: Uint8Array,
  headers: Headers,
): Promise<VerifiedEvent | RejectedWebhook> {
  if (webhookId.trim() === '') return rejected('no webhook id is configured');
  const id = headers.get('paypal-transmission-id');
  const sentAt = headers.get('paypal-transmission-time') ?? '';
  const given = headers.get('paypal-transmission-sig');
  const address = headers.get('paypal-cert-url');
  if (!id || !given || !address) return rejected('no signature');
  if (headers.get('paypal-auth-algo') !== 'SHA256withRSA') return rejected('another algorithm');

  const age = time.test(sentAt) ? now().getTime() - Date.parse(sentAt) : Number.NaN;
  if (!(age <= oldestMs && age >= -earliestMs)) return rejected('time outside the tolerance');

  const signature = Buffer.from(given, 'base64');
  // Base64 decoding is lenient; comparing with the re-encoded value allows only one spelling per
  // signature.
  if (signature.toString('base64') !== given) return rejected('signature is not base64');
  const publicKey = await certificates.get(address, headers.get('x-forwarded-for') ?? 'unknown');
  if (!publicKey) return rejected('no certificate of PayPal');
  const message = Buffer.from(`${id}|${sentAt}|${webhookId}|${crc32(rawBody)}`);
  if (!verify('sha256', message, publicKey, signature)) {
    return rejected('signature does not match');
  }
  await certificates.recordGenuine(address);

  const read = event.safeParse(parse(rawBody));
  if (!read.success) return rejected('no event');
  const { id: eventId, event_type: type } = read.data;
  return { kind: 'event', eventId, type, ...subjectOf(read.data) };
}

function rejected(reason: string): RejectedWebhook {
  return { kind: 'rejected', reason };
}

function parse(rawBody: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(rawBody).toString('utf8'));
  } catch {
    return null;
  }
}
