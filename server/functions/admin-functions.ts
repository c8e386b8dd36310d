import { z } from 'zod';
import {
  acceptWithAccount,
  openInvitedAccount,
  readInvitation,
} from '#server/admins/accept-invitation.ts';
import { inviteAdmin } from '#server/admins/invite-admin.ts';
import { listAdmins } from '#server/admins/list-admins.ts';
import { removeAdmin } from '#server/admins/remove-admin.ts';
import { withdrawInvitation } from '#server/admins/withdraw-invitation.ts';
import { isEmailAddress } from '#server/email/email-address.ts';
import { fail } from './failure.ts';
import { forCustomers } from './for-customers.ts';
import type { FunctionDeps, FunctionHandler } from './function-handler.ts';

const address = z.object({ email: z.string().trim().refine(isEmailAddress) });
const person = z.object({ userId: z.uuid() });
const sent = z.object({ invitationId: z.uuid() });
const link = z.object({ token: z.string().max(200) });
const acceptance = link.extend({ password: z.string().max(1000).optional() });

const notValid = 'This invitation is no longer valid. Please request a new one.';

/** `{}` → `{admins, invitations}`. */
export function listAdminsFunction({ context }: FunctionDeps): FunctionHandler {
  return async (c) => c.json(await listAdmins(context.db));
}

/** `{email}` → `{invitation}`; sends an email. */
export function inviteAdminFunction({ context, originOf }: FunctionDeps): FunctionHandler {
  return async (c, body, { userId }) => {
    const read = address.safeParse(body);
    if (!read.success) return fail(c, 'invalid_request', 'email: must be an email address');
    const wanted = { email: read.data.email, invitedBy: String(userId) };
    const invited = await inviteAdmin(context, wanted, originOf(c.req.header('host')));
    if (invited.kind === 'already_admin') {
      return fail(c, 'already_admin', 'This address already belongs to an administrator.');
    }
    return c.json({ invitation: invited.invitation });
  };
}

/** `{invitationId}` → `{withdrawn}`: false if it was already accepted or withdrawn. */
export function withdrawInvitationFunction({ context }: FunctionDeps): FunctionHandler {
  return async (c, body, { userId }) => {
    const read = sent.safeParse(body);
    if (!read.success) return fail(c, 'invalid_request', 'invitationId: must be an id');
    const which = { id: read.data.invitationId, withdrawnBy: String(userId) };
    return c.json({ withdrawn: await withdrawInvitation(context.db, which) });
  };
}

/** `{userId}` → `{removed: true}`. */
export function removeAdminFunction({ context }: FunctionDeps): FunctionHandler {
  return async (c, body, caller) => {
    const read = person.safeParse(body);
    if (!read.success) return fail(c, 'invalid_request', 'userId: must be an id');
    const which = { userId: read.data.userId, removedBy: String(caller.userId) };
    const outcome = await removeAdmin(context.db, which);
    switch (outcome) {
      case 'removed':
        return c.json({ removed: true });
      case 'own_right':
        return fail(c, outcome, 'You can’t remove your own admin access.');
      case 'configured_admin':
        return fail(c, outcome, 'This address is the shop’s ADMIN_EMAIL: change it there.');
      case 'admin_not_found':
        return fail(c, outcome, 'This account is no longer an administrator.');
      case 'not_admin':
        return fail(c, outcome, 'Only an administrator may do this.');
    }
  };
}

/** `{token}` of an emailed link → `{email, hasAccount}`. */
export function openInvitationFunction({ context }: FunctionDeps): FunctionHandler {
  return async (c, body) => {
    const read = link.safeParse(body);
    const invitation = read.success ? await readInvitation(context.db, read.data.token) : null;
    if (!invitation) return fail(c, 'invitation_not_found', notValid);
    return c.json({ email: invitation.email, hasAccount: invitation.holderId !== null });
  };
}

/**
 * `{token, password}` → `{accepted: true, email}`: creates the account for the invited address. If
 * it already has one: `{token}` and a session of that account, since the link alone gives no access
 * to it.
 */
export function acceptInvitationFunction(deps: FunctionDeps): FunctionHandler {
  const { context, database, accounts } = deps;
  return async (c, body, caller) => {
    const read = acceptance.safeParse(body);
    if (!read.success) return fail(c, 'invalid_request', 'token: must be text');
    const { token, password } = read.data;
    const invitation = await readInvitation(context.db, token);
    if (!invitation) return fail(c, 'invitation_not_found', notValid);
    const accept = async (userId: string): Promise<Response> =>
      (await acceptWithAccount(context.db, invitation, userId))
        ? c.json({ accepted: true, email: invitation.email })
        : fail(c, 'invitation_not_found', notValid);

    const { holderId, email } = invitation;
    if (holderId) {
      if (caller.userId !== null && caller.userId !== holderId) {
        return fail(c, 'other_account', `This invitation is for ${email}.`);
      }
      const admitted = await forCustomers(database)(c, caller);
      return admitted instanceof Response ? admitted : accept(holderId);
    }
    if (password === undefined) return fail(c, 'invalid_request', 'password: must be text');
    const opened = await openInvitedAccount(context, accounts, { email, password });
    switch (opened.kind) {
      case 'opened':
        return accept(opened.userId);
      case 'refused':
        return fail(c, 'weak_password', opened.message);
      case 'taken':
        return fail(c, 'not_signed_in', 'This address already has an account. Please sign in.');
    }
  };
}
