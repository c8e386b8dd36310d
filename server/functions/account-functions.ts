import { z } from 'zod';
import { deleteAccount } from '#server/accounts/delete-account.ts';
import { exportAccount } from '#server/accounts/export-account.ts';
import { hasPassword } from '#server/accounts/has-password.ts';
import { createRecoveryCodes } from '#server/accounts/recovery-codes.ts';
import { turnOffTwoSteps } from '#server/accounts/turn-off-two-steps.ts';
import { forgetShopper } from './access-cookie.ts';
import type { Caller } from './caller.ts';
import { fail } from './failure.ts';
import type { FunctionDeps, FunctionHandler } from './function-handler.ts';
import { sendExport } from './send-export.ts';

/** How long a sign-in counts as recent. */
const freshMs = 10 * 60_000;

const deletion = z.object({ proof: z.string().max(10_000) });
const recovery = z.object({ code: z.string().max(100) });

/** `{}` → everything we hold about the caller, as a file to keep. */
export function exportAccountFunction({ context }: FunctionDeps): FunctionHandler {
  return async (c, _body, { userId }) => {
    const data = await exportAccount(context.db, String(userId), context.now());
    if (!data) return fail(c, 'not_signed_in', 'Please sign in first.');
    return sendExport(c, data, context);
  };
}

/**
 * `{}` → `{password, recent}`: whether the account has a password, and whether the current sign-in
 * proves that the caller owns it.
 */
export function accountProofFunction({ context }: FunctionDeps): FunctionHandler {
  return async (c, _body, caller) => {
    const password = await hasPassword(context.db, String(caller.userId));
    return c.json({ password, recent: provesOwner(caller, password, context.now()) });
  };
}

/**
 * `{proof}` → `{deleted: true}`, also if the account is only closed yet and the rest follows. The
 * proof is the token of a sign-in made just now.
 */
export function deleteAccountFunction(deps: FunctionDeps): FunctionHandler {
  const { context, accounts, authenticate, originOf } = deps;
  return async (c, body, { userId }) => {
    const read = deletion.safeParse(body);
    if (!read.success) return fail(c, 'invalid_request', 'proof: must be an access token');
    const headers = new Headers(c.req.raw.headers);
    headers.set('authorization', `Bearer ${read.data.proof}`);
    const proof = await authenticate(headers);
    const password = await hasPassword(context.db, String(userId));
    const isOwner = proof.ok && proof.caller.userId === userId;
    if (!isOwner || !provesOwner(proof.caller, password, context.now())) {
      const message = password ? 'Please enter your password again.' : 'Please sign in again.';
      return fail(c, 'proof_needed', message);
    }
    switch (await deleteAccount(context, accounts, String(userId))) {
      case 'admin_account':
        return fail(c, 'admin_account', 'Administrator accounts can’t be deleted here.');
      default:
        forgetShopper(c, originOf(c.req.header('host')));
        return c.json({ deleted: true });
    }
  };
}

/** `{}` → `{codes}`, which replace all earlier ones. */
export function createCodesFunction({ context }: FunctionDeps): FunctionHandler {
  return async (c, _body, { userId }) => {
    const codes = await createRecoveryCodes(context.db, String(userId));
    if (codes) return c.json({ codes });
    return fail(c, 'second_step_needed', 'Please set up two-step sign-in first.');
  };
}

/** `{code}` → `{done: true}`: turns two-step sign-in off. */
export function recoveryCodeFunction({ context, accounts }: FunctionDeps): FunctionHandler {
  return async (c, body, { userId }) => {
    const read = recovery.safeParse(body);
    if (!read.success) return fail(c, 'invalid_request', 'code: must be a recovery code');
    const recovered = { userId: String(userId), code: read.data.code };
    if (!(await turnOffTwoSteps(context, accounts, recovered))) {
      return fail(c, 'wrong_code', 'This recovery code is wrong or has already been used.');
    }
    return c.json({ done: true });
  };
}

/**
 * The ways an account without a password can sign in; a refresh or a second factor does not count.
 */
const firstFactors: ReadonlySet<unknown> = new Set([
  ...['oauth', 'sso/saml', 'otp', 'magiclink'],
  ...['recovery', 'invite', 'email/signup'],
]);

/**
 * Signed in a moment ago, with the password if there is one (`amr`,
 * https://supabase.com/docs/guides/auth/jwt-fields).
 */
function provesOwner({ claims }: Caller, password: boolean, now: Date): boolean {
  const methods = Array.isArray(claims?.amr) ? (claims.amr as unknown[]) : [];
  return methods.some((entry) => {
    const { method, timestamp } = (entry ?? {}) as { method?: unknown; timestamp?: unknown };
    const counts = password ? method === 'password' : firstFactors.has(method);
    return counts && now.getTime() - Number(timestamp) * 1000 < freshMs;
  });
}
