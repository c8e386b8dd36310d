import { z } from 'zod';
import { presentUser } from '../accounts/present-user.ts';
import { createEmailAccount } from '../accounts/register-account.ts';
import { removeUnverifiedAccess } from '../accounts/remove-unverified-access.ts';
import { findUserByEmail, reloadUser, updateUser } from '../accounts/users.ts';
import { validateEmail } from '../accounts/validate-contact.ts';
import { audit, SERVICE_ACTOR } from '../audit.ts';
import { mailCode, purposes } from '../codes/codes.ts';
import { Failure } from '../failure.ts';
import { metadata, text } from '../fields.ts';
import { readBody } from '../read-body.ts';
import type { AuthCall } from '../services.ts';
import { requireService } from '../sessions/require-user.ts';
import { inTransaction } from '../transaction.ts';

const body = z.object({ email: text, data: metadata.default({}) });

/** POST /invite: creates an account and emails a sign-in link. */
export async function adminInvite(call: AuthCall): Promise<Response | Failure> {
  const refused = await requireService(call);
  if (refused) return refused;
  const params = await readBody(call.request, body);
  if (params instanceof Failure) return params;
  const email = validateEmail(params.email);
  if (email instanceof Failure) return email;
  const { data } = params;
  const invited = await inTransaction(call, async (tx) => {
    const user =
      (await findUserByEmail(tx, email)) ??
      (await createEmailAccount(tx, call, { email, passwordHash: null, data })) ??
      (await findUserByEmail(tx, email));
    if (!user || user.email_confirmed_at) {
      const message = 'A user with this email address has already been registered';
      return new Failure(422, 'email_exists', message);
    }
    if (call.settings.bindBrowsers) {
      const userMetadata = call.sanitizeUserMetadata(data, 'service');
      await removeUnverifiedAccess(tx, call, user, { userMetadata });
    }
    await audit(tx, call, SERVICE_ACTOR, 'user_invited', { user_id: user.id });
    await mailCode(tx, call, user, purposes.invite);
    await updateUser(tx, user.id, { invited_at: call.now.toISOString() }, call.now);
    return reloadUser(tx, user.id);
  });
  return invited instanceof Failure ? invited : Response.json(presentUser(invited));
}
