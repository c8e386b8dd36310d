import canonicalize from 'canonicalize';
import { CompactSign } from 'jose';
import type { AuthenticityKey } from './authenticity-secrets.ts';

/** The canonical text of a JSON value, the same for everyone (RFC 8785). */
export function canonicalForm(value: object): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('Only JSON can be signed.');
  return text;
}

/** A detached JWS (RFC 7515, appendix F): header and signature, with nothing between the dots. */
export async function signDetached(key: AuthenticityKey, text: string): Promise<string> {
  const whole = await new CompactSign(Buffer.from(text))
    .setProtectedHeader({ alg: 'EdDSA', kid: key.id })
    .sign(key.signingKey);
  const [header, , signature] = whole.split('.');
  return `${header}..${signature}`;
}
