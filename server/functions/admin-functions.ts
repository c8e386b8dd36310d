import type { Database } from '@liv-fit/backend/database';
import { z } from 'zod';
import type { Accounts } from '#server/accounts/accounts.ts';
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
import type { OrderContext } from '#server/orders/order-context.ts';
import { fail } from './failure.ts';
import { forAdmins } from './for-admins.ts';
import { forCustomers } from './for-customers.ts';
import type { FunctionHandler } from './function-handler.ts';

export interface AdminFunctionDeps {
  context: OrderContext;
  database: Database;
  accounts: Accounts;
  originOf: (host: string | undefined) => string;
}

const address = z.object({ email: z.string().trim().refine(isEmailAddress) });
const person = z.object({ userId: z.uuid() });
const sent = z.object({ invitationId: z.uuid() });
const link = z.object({ token: z.string().max(200) });
const acceptance = link.extend({ password: z.string().max(1000).optional() });

/** Who administers the shop: what administrators may change about it, and how one is invited. */
export function adminFunctions(deps: AdminFunctionDeps): Record<string, FunctionHandler> {
  const { context, database, accounts, originOf } = deps;
  const { db } = context;

  /** `{}` → `{admins, invitations}`. */
  const listing: FunctionHandler = async (c) => c.json(await listAdmins(db));

  /** `{email}` → `{invitation}`; a mail goes out. */
  const inviting: FunctionHandler = async (c, body, { userId }) => {
    const read = address.safeParse(body);
    if (!read.success) return fail(c, 'invalid_request', 'email: must be an email address');
    const wanted = { email: read.data.email, invitedBy: String(userId) };
    const invited = await inviteAdmin(context, wanted, originOf(c.req.header('host')));
    if (invited.kind === 'already_admin') {
      return fail(c, 'already_admin', 'This address already belongs to an administrator.');
    }
    return c.json({ invitation: invited.invitation });
  };

  /** `{invitationId}` → `{withdrawn}`: false when it was accepted or withdrawn before. */
  const withdrawing: FunctionHandler = async (c, body, { userId }) => {
    const read = sent.safeParse(body);
    if (!read.success) return fail(c, 'invalid_request', 'invitationId: must be an id');
    const which = { id: read.data.invitationId, withdrawnBy: String(userId) };
    return c.json({ withdrawn: await withdrawInvitation(db, which) });
  };

  /** `{userId}` → `{removed: true}`. */
  const removing: FunctionHandler = async (c, body, caller) => {
    const read = person.safeParse(body);
    if (!read.success) return fail(c, 'invalid_request', 'userId: must be an id');
    const which = { userId: read.data.userId, removedBy: String(caller.userId) };
    const outcome = await removeAdmin(db, which);
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

  /** `{token}` of a mailed link → `{email, hasAccount}`. */
  const opening: FunctionHandler = async (c, body) => {
    const read = link.safeParse(body);
    const invitation = read.success ? await readInvitation(db, read.data.token) : null;
    if (!invitation) return fail(c, 'invitation_not_found', notValid);
    return c.json({ email: invitation.email, hasAccount: invitation.holderId !== null });
  };

  /**
   * `{token, password}` → `{accepted: true, email}`: opens the account of the invited address. Where
   * it has one, `{token}` and a session of that account: the link alone gives no right to it.
   */
  const accepting: FunctionHandler = async (c, body, caller) => {
    const read = acceptance.safeParse(body);
    if (!read.success) return fail(c, 'invalid_request', 'token: must be text');
    const { token, password } = read.data;
    const invitation = await readInvitation(db, token);
    if (!invitation) return fail(c, 'invitation_not_found', notValid);
    const accept = async (userId: string): Promise<Response> =>
      (await acceptWithAccount(db, invitation, userId))
        ? c.json({ accepted: true, email: invitation.email })
        : fail(c, 'invitation_not_found', notValid);

    const { holderId, email } = invitation;
    if (holderId) {
      if (caller.userId !== null && caller.userId !== holderId) {
        return fail(c, 'other_account', `This invitation is for ${email}.`);
      }
      return forCustomers(database, () => accept(holderId))(c, body, caller);
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

  return {
    'list-admins': forAdmins(database, listing),
    'invite-admin': forAdmins(database, inviting),
    'withdraw-admin-invitation': forAdmins(database, withdrawing),
    'remove-admin': forAdmins(database, removing),
    'open-admin-invitation': opening,
    'accept-admin-invitation': accepting,
  };
}

const notValid = 'This invitation is no longer valid. Please request a new one.';
