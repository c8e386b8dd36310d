import { z } from 'zod';
import type { Queryable } from '../../database/database.ts';
import { presentUser } from '../accounts/present-user.ts';
import { createEmailAccount } from '../accounts/register-account.ts';
import { removeUnverifiedAccess } from '../accounts/remove-unverified-access.ts';
import {
  findUserByEmail,
  mergeMetadata,
  reloadUser,
  type UserRow,
  updateUser,
} from '../accounts/users.ts';
import { validateEmail } from '../accounts/validate-contact.ts';
import { audit, SERVICE_ACTOR } from '../audit.ts';
import { type IssuedCode, issueCode, purposes, requestedRedirect } from '../codes/codes.ts';
import { setEmailChange } from '../codes/request-email-change.ts';
import { resolveRedirect } from '../codes/resolve-redirect.ts';
import { Failure, invalid } from '../failure.ts';
import { metadata, text } from '../fields.ts';
import { checkPassword } from '../passwords/check-password.ts';
import { readBody } from '../read-body.ts';
import type { AuthCall, Json } from '../services.ts';
import { requireService } from '../sessions/require-user.ts';
import { inTransaction } from '../transaction.ts';

const body = z.object({
  type: text,
  email: text,
  new_email: text,
  password: text,
  data: metadata.default({}),
  redirect_to: text,
});

interface LinkRequest {
  type: string;
  email: string;
  newEmail: string;
  passwordHash: string | null;
  data: Json;
  redirectTo: string;
}

/** POST /admin/generate_link: returns the link an email would contain, for the caller to deliver. */
export async function adminGenerateLink(call: AuthCall): Promise<Response | Failure> {
  const refused = await requireService(call);
  if (refused) return refused;
  const request = await readRequest(call);
  if (request instanceof Failure) return request;
  const made = await inTransaction(call, (tx) => makeLink(tx, call, request));
  if (made instanceof Failure) return made;
  const { user, type, issued } = made;
  return Response.json({
    ...presentUser(user),
    action_link: issued.link,
    email_otp: issued.code,
    hashed_token: issued.hash,
    verification_type: type,
    redirect_to: request.redirectTo,
  });
}

async function readRequest(call: AuthCall): Promise<LinkRequest | Failure> {
  const params = await readBody(call.request, body);
  if (params instanceof Failure) return params;
  const email = validateEmail(params.email);
  if (email instanceof Failure) return email;
  const newEmail = params.type.startsWith('email_change') ? validateEmail(params.new_email) : '';
  if (newEmail instanceof Failure) return newEmail;
  let passwordHash: string | null = null;
  if (params.type === 'signup') {
    if (!params.password) return invalid('Signup requires a valid password');
    const weak = await checkPassword(call, params.password, email);
    if (weak) return weak;
    passwordHash = await call.hasher.hash(params.password);
  }
  const { type, data } = params;
  const redirectTo = params.redirect_to
    ? resolveRedirect(params.redirect_to, call.siteUrl(call.request), call.allowedRedirects)
    : requestedRedirect(call);
  return { type, email, newEmail, passwordHash, data, redirectTo };
}

async function makeLink(
  tx: Queryable,
  call: AuthCall,
  request: LinkRequest,
): Promise<{ user: UserRow; type: string; issued: IssuedCode } | Failure> {
  const { email, newEmail, data, passwordHash, redirectTo } = request;
  const known = await findUserByEmail(tx, email);
  // For an unknown address, a magic link is a sign-up.
  const type = request.type === 'magiclink' && !known ? 'signup' : request.type;
  switch (type) {
    case 'magiclink':
    case 'recovery': {
      if (!known) return new Failure(404, 'user_not_found', 'User with this email not found');
      await audit(tx, call, SERVICE_ACTOR, 'user_recovery_requested', { user_id: known.id });
      const issued = await issueCode(tx, call, known, purposes[type], { redirectTo });
      return { user: await reloadUser(tx, known.id), type, issued };
    }
    case 'signup':
    case 'invite': {
      if (known?.email_confirmed_at) return alreadyRegistered();
      if (known && type === 'signup') {
        const clean = call.sanitizeUserMetadata(data, 'service');
        await mergeMetadata(tx, known.id, 'raw_user_meta_data', clean, call.now);
      }
      const bound = call.settings.bindBrowsers;
      const account = { email, passwordHash: bound ? null : passwordHash, data };
      const user = known ?? (await createEmailAccount(tx, call, account));
      if (!user) return alreadyRegistered();
      if (bound && known && type === 'invite') await removeUnverifiedAccess(tx, call, known);
      if (type === 'invite') {
        await audit(tx, call, SERVICE_ACTOR, 'user_invited', { user_id: user.id });
        await updateUser(tx, user.id, { invited_at: call.now.toISOString() }, call.now);
      }
      const userMetadata = call.sanitizeUserMetadata(data, 'service');
      const request = { kind: 'signup', browserHash: null, passwordHash, userMetadata } as const;
      const requests = bound && type === 'signup' ? [request] : [];
      const issued = await issueCode(tx, call, user, purposes[type], { redirectTo, requests });
      return { user: await reloadUser(tx, user.id), type, issued };
    }
    case 'email_change_current':
    case 'email_change_new': {
      if (!known) return new Failure(404, 'user_not_found', 'User with this email not found');
      if (type === 'email_change_current' && !call.settings.confirmChangesTwice) {
        return invalid('Enable secure email change to generate link for current email');
      }
      if (await findUserByEmail(tx, newEmail)) return alreadyRegistered();
      const requests = [{ kind: 'email_change', browserHash: null } as const];
      // Both links of one change may be requested, one after the other.
      if (known.email_change !== newEmail) await setEmailChange(tx, call, known, newEmail);
      else await updateUser(tx, known.id, { email_change_confirm_status: 0 }, call.now);
      const issued =
        type === 'email_change_current'
          ? await issueCode(tx, call, known, purposes.currentEmail, { redirectTo, requests })
          : await issueCode(tx, call, known, purposes.newEmail, {
              redirectTo,
              requests,
              to: newEmail,
            });
      return { user: await reloadUser(tx, known.id), type, issued };
    }
    default:
      return invalid(`Invalid email action link type requested: ${type}`);
  }
}

function alreadyRegistered(): Failure {
  const message = 'A user with this email address has already been registered';
  return new Failure(422, 'email_exists', message);
}
