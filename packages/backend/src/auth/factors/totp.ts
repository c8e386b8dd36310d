import { Secret, TOTP } from 'otpauth';

/** The only parameters that every authenticator app supports (RFC 6238). */
const SCHEME = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** Codes accepted before and after the current one, since clocks differ. */
const TOLERATED_CODES = 1;

export interface TotpOffer {
  /** Base32, for typing by hand. */
  secret: string;
  uri: string;
  /** An SVG image of the URI as a QR code. */
  qrCode: string;
}

export async function offerTotp(issuer: string, account: string): Promise<TotpOffer> {
  const secret = new Secret({ size: 20 });
  const uri = new TOTP({ ...SCHEME, issuer, label: account, secret }).toString();
  const { toString: drawQrCode } = await import('qrcode');
  const drawn = await drawQrCode(uri, { type: 'svg', errorCorrectionLevel: 'M' });
  // Clients put the image into a `data:` URL unescaped, which a `#` would cut off.
  const qrCode = drawn.replaceAll('#ffffff', 'white').replaceAll('#000000', 'black').trim();
  return { secret: secret.base32, uri, qrCode };
}

/**
 * The code's number, counted in periods since 1970, if it is a current code; otherwise null. The
 * caller rejects numbers that were used before.
 */
export function readTotp(secret: string, code: string, now: Date): number | null {
  const totp = new TOTP({ ...SCHEME, secret: Secret.fromBase32(secret) });
  const timestamp = now.getTime();
  const away = totp.validate({ token: code, timestamp, window: TOLERATED_CODES });
  return away === null ? null : totp.counter({ timestamp }) + away;
}
