import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Queryable } from '../../database/database.ts';
import { Failure, invalid } from '../failure.ts';
import type { AuthCall } from '../services.ts';
import { browserHash } from '../sessions/browser.ts';
import { insertFlowOrigin } from './flow-origins.ts';
import { equalsInConstantTime } from './one-time-tokens.ts';

/** A client's challenge (RFC 7636): only the holder of the verifier gets the result. */
export interface Challenge {
  challenge: string;
  method: 's256' | 'plain';
}

/** Body fields of every call that may start such a flow. */
export const challengeFields = {
  code_challenge: z.string().default(''),
  code_challenge_method: z.string().default(''),
};

/** How the account has authenticated when the flow ends. */
export type FlowMethod =
  | 'oauth'
  | 'email/signup'
  | 'recovery'
  | 'magiclink'
  | 'email_change'
  | 'invite';

/** Milliseconds within which an authorization code must be exchanged. */
const CODE_LIFE = 300_000;

export function readChallenge(fields: {
  code_challenge: string;
  code_challenge_method: string;
}): Challenge | null | Failure {
  const challenge = fields.code_challenge;
  const method = fields.code_challenge_method.toLowerCase();
  if ((challenge === '') !== (method === '')) {
    return invalid('PKCE flow requires code_challenge_method and code_challenge');
  }
  if (challenge === '') return null;
  if (challenge.length < 43 || challenge.length > 128) {
    return invalid('code challenge has to be between 43 and 128 characters');
  }
  if (!/^[a-zA-Z._~0-9-]+$/.test(challenge)) {
    return invalid(
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    );
  }
  if (method !== 's256' && method !== 'plain') return invalid('Invalid code_challenge_method');
  return { challenge, method };
}

export async function insertFlow(
  tx: Queryable,
  call: AuthCall,
  flow: { userId: string; method: FlowMethod; challenge: Challenge },
): Promise<string> {
  const id = randomUUID();
  await tx.query({
    text: `insert into auth.flow_state (id, user_id, auth_code, code_challenge_method,
        code_challenge, provider_type, authentication_method, created_at, updated_at)
      values ($1, $2, $3, $4::text::auth.code_challenge_method, $5, $6, $6,
        $7::timestamptz, $7::timestamptz)`,
    values: [
      id,
      flow.userId,
      randomUUID(),
      flow.challenge.method,
      flow.challenge.challenge,
      flow.method,
      call.now.toISOString(),
    ],
  });
  await insertFlowOrigin(tx, call, { flowId: id });
  return id;
}

/**
 * The authorization code of the flow, or of the account's latest flow of that kind. If browsers are
 * bound, only the calling browser's flows count: no other browser could exchange the code.
 */
export async function issueAuthCode(
  tx: Queryable,
  call: AuthCall,
  flow: { userId: string; method: FlowMethod; id?: string | null },
): Promise<string | Failure> {
  const { rows } = await tx.query<{ auth_code: string }>({
    text: `update auth.flow_state
      set auth_code_issued_at = $3::timestamptz, updated_at = $3::timestamptz
      where id = (
        select f.id from auth.flow_state f
          left join auth.flow_origins o on o.flow_state_id = f.id
        where f.user_id = $1
          and (f.id = $4::uuid or $4::uuid is null and f.authentication_method = $2)
          and (not $5::boolean or o.browser_hash is null or o.browser_hash = $6)
        order by f.created_at desc limit 1
      ) returning auth_code`,
    values: [
      flow.userId,
      flow.method,
      call.now.toISOString(),
      flow.id ?? null,
      call.settings.bindBrowsers,
      browserHash(call),
    ],
  });
  const code = rows[0]?.auth_code;
  return code ?? new Failure(400, 'flow_state_not_found', 'No associated flow state found.');
}

interface RedeemedFlow {
  userId: string;
  method: FlowMethod;
  providerType: string;
  /** The outside provider's tokens, for the client to store; not stored here any longer. */
  providerTokens: { provider_token?: string; provider_refresh_token?: string };
}

/** Finds the flow that the code completes. An exchanged code is deleted; a wrong verifier leaves it. */
export async function redeemAuthCode(
  tx: Queryable,
  code: string,
  verifier: string,
  now: Date,
): Promise<RedeemedFlow | Failure> {
  // Locks the account before its flow, in the same order as a password change, to avoid a deadlock.
  await tx.query({
    text: `select 1 from auth.users
      where id = (select user_id from auth.flow_state where auth_code = $1) for update`,
    values: [code],
  });
  const { rows } = await tx.query<{
    id: string;
    user_id: string | null;
    method: FlowMethod;
    provider_type: string;
    provider_access_token: string | null;
    provider_refresh_token: string | null;
    challenge_method: Challenge['method'];
    code_challenge: string;
    issued_at: string;
  }>({
    text: `select id::text, user_id::text, authentication_method as method,
        provider_type, provider_access_token, provider_refresh_token,
        code_challenge_method::text as challenge_method, code_challenge,
        extract(epoch from coalesce(auth_code_issued_at, created_at))::text as issued_at
      from auth.flow_state where auth_code = $1 for update`,
    values: [code],
  });
  const [flow] = rows;
  if (!flow?.user_id) {
    const message = 'invalid flow state, no valid flow state found';
    return new Failure(404, 'flow_state_not_found', message);
  }
  if (now.getTime() > Number(flow.issued_at) * 1000 + CODE_LIFE) {
    const message = 'invalid flow state, flow state has expired';
    return new Failure(422, 'flow_state_expired', message);
  }
  const answer =
    flow.challenge_method === 'plain'
      ? verifier
      : createHash('sha256').update(verifier).digest('base64url');
  if (!equalsInConstantTime(answer, flow.code_challenge)) {
    const message = 'code challenge does not match previously saved code verifier';
    return new Failure(400, 'bad_code_verifier', message);
  }
  await tx.query({ text: 'delete from auth.flow_state where id = $1', values: [flow.id] });
  return {
    userId: flow.user_id,
    method: flow.method,
    providerType: flow.provider_type,
    providerTokens: {
      ...(flow.provider_access_token && { provider_token: flow.provider_access_token }),
      ...(flow.provider_refresh_token && { provider_refresh_token: flow.provider_refresh_token }),
    },
  };
}
