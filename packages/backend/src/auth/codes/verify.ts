import { z } from 'zod';
import { validateEmail, validatePhone } from '../accounts/validate-contact.ts';
import { Failure, invalid, tooManyRequests } from '../failure.ts';
import { text } from '../fields.ts';
import { countAttempt } from '../limits/count-attempt.ts';
import { readBody } from '../read-body.ts';
import type { AuthCall } from '../services.ts';
import { grantSession, presentSession } from '../sessions/grant-session.ts';
import { inTransaction } from '../transaction.ts';
import { isVerifiedType, type Presented, verifyCode } from './verify-code.ts';

const body = z.object({
  type: text,
  token: text,
  token_hash: text,
  email: text,
  phone: text,
  redirect_to: text,
});

/** POST /verify: a code with its address, or a link's hash; returns a session. */
export async function verify(call: AuthCall): Promise<Response | Failure> {
  const params = await readBody(call.request, body);
  if (params instanceof Failure) return params;
  const { type } = params;
  if (type === '') return invalid('Verify requires a verification type');
  const presented = readPresented(params);
  if (presented instanceof Failure) return presented;
  if (type === 'sms' || type === 'phone_change') {
    return new Failure(403, 'otp_expired', 'Token has expired or is invalid');
  }
  if (!isVerifiedType(type)) return invalid('Invalid email verification type');

  // Six digits can be found by trial and error, so attempts at an address count wherever they come
  // from.
  const attempt = 'email' in presented ? await countAttempt(call, 'code', presented.email) : null;
  if (attempt && attempt.wait > 0) return tooManyRequests(attempt.wait);
  const outcome = await inTransaction(call, async (tx) => {
    const verified = await verifyCode(tx, call, type, presented);
    if (verified instanceof Failure || verified.half) return verified;
    return grantSession(tx, call, verified.user.id, 'otp');
  });
  if (outcome instanceof Failure) return outcome;
  await attempt?.forgive();
  if ('half' in outcome) {
    const msg =
      'Confirmation link accepted. Please proceed to confirm link sent to the other email';
    return Response.json({ msg, code: '200' });
  }
  return Response.json(await presentSession(call, outcome));
}

function readPresented(params: z.infer<typeof body>): Presented | Failure {
  const { token, token_hash: hash } = params;
  if ((token === '') === (hash === '')) {
    return invalid('Verify requires either a token or a token hash');
  }
  if (hash) {
    return params.email || params.phone || params.redirect_to
      ? invalid('Only the token_hash and type should be provided')
      : { hash };
  }
  if (params.phone && !params.email) {
    const phone = validatePhone(params.phone);
    if (phone instanceof Failure) return phone;
    return new Failure(403, 'otp_expired', 'Token has expired or is invalid');
  }
  if (!params.email || params.phone) {
    return invalid('Only an email address or phone number should be provided on verify');
  }
  const email = validateEmail(params.email);
  if (email instanceof Failure) {
    return new Failure(422, 'validation_failed', 'Invalid email format');
  }
  return { email, code: token };
}
