import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../database/database.ts';
import { insertFlowOrigin } from '../codes/flow-origins.ts';
import type { Challenge } from '../codes/pkce.ts';
import { Failure } from '../failure.ts';
import type { AuthCall } from '../services.ts';
import { browserHash } from '../sessions/browser.ts';
import { isUuid, type SignedIn } from '../sessions/require-user.ts';
import type { Arrival } from './provider.ts';

/** The flow of a browser that was sent to a provider and has yet to come back. */
export interface ExternalFlow {
  /** Also the `state` that the provider sends back. */
  id: string;
  provider_type: string;
  /** Where the browser is redirected in the end. */
  referrer: string;
  code_challenge: string | null;
  user_id: string | null;
  linking_target_id: string | null;
  /** The session that requested another identity. */
  linking_session_id: string | null;
  browser_hash: string | null;
  oauth_client_state_id: string | null;
  created_at: string;
}

/** GoTrue's limit: milliseconds until the browser must be back. */
const FLOW_LIFE = 300_000;

/** Returns the new flow's `state`. */
export async function insertExternalFlow(
  tx: Queryable,
  call: AuthCall,
  flow: {
    provider: string;
    verifier: string;
    challenge: Challenge | null;
    redirectTo: string;
    linking: SignedIn | null;
    emailOptional: boolean;
  },
): Promise<string> {
  const id = randomUUID();
  const clientStateId = randomUUID();
  const now = call.now.toISOString();
  await tx.query({
    text: `insert into auth.oauth_client_states (id, provider_type, code_verifier, created_at)
      values ($1, $2, $3, $4::timestamptz)`,
    values: [clientStateId, flow.provider, flow.verifier, now],
  });
  await tx.query({
    text: `insert into auth.flow_state (id, auth_code, code_challenge_method, code_challenge,
        provider_type, authentication_method, referrer, oauth_client_state_id, linking_target_id,
        email_optional, created_at, updated_at)
      values ($1, $2, $3::text::auth.code_challenge_method, $4, $5, 'oauth', $6, $7, $8, $9,
        $10::timestamptz, $10::timestamptz)`,
    values: [
      id,
      flow.challenge && randomUUID(),
      flow.challenge?.method ?? null,
      flow.challenge?.challenge ?? null,
      flow.provider,
      flow.redirectTo,
      clientStateId,
      flow.linking?.user.id ?? null,
      flow.emailOptional,
      now,
    ],
  });
  await insertFlowOrigin(tx, call, { flowId: id, sessionId: flow.linking?.session.id });
  return id;
}

export async function findExternalFlow(
  { database, now }: AuthCall,
  state: string,
): Promise<ExternalFlow | Failure> {
  if (state === '') {
    return new Failure(400, 'bad_oauth_callback', 'OAuth state parameter missing');
  }
  if (!isUuid(state)) {
    return new Failure(400, 'bad_oauth_state', 'OAuth state parameter is invalid');
  }
  const { rows } = await database.query<{ flow: string }>({
    text: `select (to_jsonb(f) - 'provider_access_token' - 'provider_refresh_token'
        || jsonb_build_object('browser_hash', o.browser_hash,
          'linking_session_id', o.session_id))::text as flow
      from auth.flow_state f left join auth.flow_origins o on o.flow_state_id = f.id
      where f.id = $1 and f.authentication_method = 'oauth'`,
    values: [state],
  });
  if (!rows[0]) {
    return new Failure(400, 'bad_oauth_state', 'OAuth state not found or expired');
  }
  const flow = JSON.parse(rows[0].flow) as ExternalFlow;
  if (now.getTime() > new Date(flow.created_at).getTime() + FLOW_LIFE) {
    return new Failure(400, 'bad_oauth_state', 'OAuth state has expired');
  }
  if (flow.code_challenge && flow.user_id) {
    return new Failure(400, 'flow_state_already_used', 'State has already been used');
  }
  return flow;
}

/**
 * Refuses a browser other than the one that started the flow: whoever started it elsewhere would
 * receive the identity of the person who completed it.
 */
export function refuseOtherBrowser(call: AuthCall, flow: ExternalFlow): Failure | null {
  if (!call.settings.bindBrowsers) return null;
  if (flow.browser_hash !== null && flow.browser_hash === browserHash(call)) return null;
  const message = 'Open this link in the browser in which you asked for it.';
  return new Failure(403, 'link_of_other_browser', message);
}

/** Takes the flow's secret, which works once: a second callback does not find it. */
export async function consumeVerifier(
  db: Queryable,
  flow: ExternalFlow,
): Promise<string | Failure> {
  const { rows } = await db.query<{ code_verifier: string | null; provider_type: string }>({
    text: `delete from auth.oauth_client_states where id = $1
      returning code_verifier, provider_type`,
    values: [flow.oauth_client_state_id],
  });
  const [taken] = rows;
  if (!taken?.code_verifier) {
    return new Failure(422, 'oauth_client_state_not_found', 'OAuth state not found');
  }
  if (taken.provider_type !== flow.provider_type) {
    return new Failure(400, 'oauth_invalid_state', 'OAuth provider mismatch');
  }
  return taken.code_verifier;
}

/** The authorization code for the client that started the flow and can show its verifier. */
export async function issueExternalCode(
  tx: Queryable,
  flow: ExternalFlow,
  userId: string,
  { accessToken, refreshToken }: Arrival,
  now: Date,
): Promise<string | Failure> {
  const { rows } = await tx.query<{ auth_code: string }>({
    text: `update auth.flow_state set user_id = $2, provider_access_token = $3,
        provider_refresh_token = $4, auth_code_issued_at = $5::timestamptz,
        updated_at = $5::timestamptz
      where id = $1 and user_id is null returning auth_code`,
    values: [flow.id, userId, accessToken, refreshToken, now.toISOString()],
  });
  const code = rows[0]?.auth_code;
  return code ?? new Failure(400, 'flow_state_already_used', 'State has already been used');
}

export async function deleteFlow(tx: Queryable, id: string): Promise<void> {
  await tx.query({ text: 'delete from auth.flow_state where id = $1', values: [id] });
}
