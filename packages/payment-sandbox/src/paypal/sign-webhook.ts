import { createSign, createVerify } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { PaypalAccount } from './account.ts';

export interface Transmission {
  id: string;
  /** As sent in the header. */
  time: string;
  webhookId: string;
  /** The exact bytes of the body. */
  body: string;
}

export const AUTH_ALGORITHM = 'SHA256withRSA';

export const CERTIFICATE_PATH = '/v1/notifications/certs/CERT-5a0db0c5-sandbox1';

/** The URL of the certificate. */
export function certificateUrl(base: string): string {
  return `${base}${CERTIFICATE_PATH}`;
}

/** Under whichever name this sandbox was reached when the event happened, e.g. localhost. */
export function isCertificateUrl(url: string): boolean {
  return new URL(url).pathname === `/paypal${CERTIFICATE_PATH}`;
}

const making = new WeakMap<PaypalAccount, Promise<{ certificate: string; privateKey: string }>>();

/** The certificate whose key signs webhooks; created on first use, then stored. */
export async function signingKey(account: PaypalAccount) {
  const kept = account.signing.get('current');
  if (kept) return kept;
  const made = making.get(account) ?? makeKey(account);
  making.set(account, made);
  return made;
}

async function makeKey(account: PaypalAccount) {
  // Loaded here because it is the sandbox's largest dependency, and most runs sign nothing.
  const { generate } = await import('selfsigned');
  const pems = await generate(
    [{ name: 'commonName', value: 'messageverificationcerts.sandbox.example' }],
    {
      algorithm: 'sha256',
      keySize: 2048,
      notBeforeDate: new Date(account.now() - 24 * 60 * 60_000),
      notAfterDate: new Date(account.now() + 5 * 365 * 24 * 60 * 60_000),
    },
  );
  return account.signing.put('current', { certificate: pems.cert, privateKey: pems.private });
}

export function signTransmission(transmission: Transmission, privateKey: string): string {
  return createSign('RSA-SHA256').update(messageOf(transmission)).sign(privateKey, 'base64');
}

export function isSignedBy(
  transmission: Transmission,
  signature: string,
  certificate: string,
): boolean {
  const verify = createVerify('RSA-SHA256').update(messageOf(transmission));
  return verify.verify(certificate, signature, 'base64');
}

/** The signed message: https://developer.paypal.com/api/rest/webhooks/rest/#link-messagesignature */
function messageOf({ id, time, webhookId, body }: Transmission): string {
  return `${id}|${time}|${webhookId}|${crc32(body)}`;
}
