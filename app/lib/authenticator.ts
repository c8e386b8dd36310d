import { type AuthAnswer, callAuth } from '#app/lib/call-auth.ts';
import { openAuth } from '#app/lib/open-auth.ts';

/** What has to be entered into an authenticator app. */
export interface OfferedFactor {
  id: string;
  /** URL of an image of the QR code. */
  qrCode: string;
  /** The same secret, for typing. */
  secret: string;
}

const svgPrefix = 'data:image/svg+xml;utf-8,';

/** Offers a new authenticator; removes an unfinished one from an earlier attempt. */
export function offerFactor(
  issuer: string,
  publishableKey: string,
): Promise<AuthAnswer<OfferedFactor>> {
  return callAuth<OfferedFactor>(async () => {
    const { mfa } = await openAuth(publishableKey);
    const known = await mfa.listFactors();
    for (const factor of known.data?.all ?? []) {
      if (factor.status === 'unverified') await mfa.unenroll({ factorId: factor.id });
    }
    const { data, error } = await mfa.enroll({
      factorType: 'totp',
      issuer,
      friendlyName: 'Authenticator app',
    });
    if (error) return { data: null, error };
    const { qr_code, secret } = data.totp;
    const svg = qr_code.startsWith(svgPrefix) ? qr_code.slice(svgPrefix.length) : qr_code;
    const qrCode = svg.startsWith('data:') ? svg : `data:image/svg+xml,${encodeURIComponent(svg)}`;
    return { data: { id: data.id, qrCode, secret }, error: null };
  }, 'Two-step sign-in could not be set up. Please try again.');
}
