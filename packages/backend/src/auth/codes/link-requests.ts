import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../database/database.ts';
import type { AuthCall, Json } from '../services.ts';
import { browserHash } from '../sessions/browser.ts';
import { PKCE_PREFIX } from './one-time-tokens.ts';

export type LinkKind = 'signup' | 'otp' | 'email_change';

/** What was typed where a link was requested. */
export interface LinkRequest {
  userId: string;
  tokenHash: string;
  /** The address the link was emailed to. */
  relatesTo: string;
  kind: LinkKind;
  /** Null matches any browser; only for requests made with the secret key. */
  browserHash: string | null;
  passwordHash?: string | null;
  userMetadata?: Json;
  identityId?: string | null;
  flowId?: string | null;
  sentAt: Date;
}

export interface LinkRequestRow {
  id: string;
  user_id: string;
  token_hash: string;
  relates_to: string;
  kind: LinkKind;
  browser_hash: string | null;
  encrypted_password: string | null;
  raw_user_meta_data: Json;
  identity_id: string | null;
  flow_state_id: string | null;
  sent_at: string;
  created_at: string;
  opened_elsewhere_at: string | null;
}

export async function insertLinkRequest(
  tx: Queryable,
  call: AuthCall,
  request: LinkRequest,
): Promise<void> {
  await tx.query({
    text: `insert into auth.link_requests (id, user_id, token_hash, relates_to, kind, browser_hash,
        encrypted_password, raw_user_meta_data, identity_id, flow_state_id, sent_at, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8::text::jsonb, $9, $10, $11::timestamptz,
        $12::timestamptz)`,
    values: [
      randomUUID(),
      request.userId,
      request.tokenHash,
      request.relatesTo,
      request.kind,
      request.browserHash,
      request.passwordHash ?? null,
      JSON.stringify(request.userMetadata ?? {}),
      request.identityId ?? null,
      request.flowId ?? null,
      request.sentAt.toISOString(),
      call.now.toISOString(),
    ],
  });
}

/** The requests that share the link, newest first, of any age. */
export function findLinkRequests(db: Queryable, hash: string): Promise<LinkRequestRow[]> {
  return select(db, 'where l.token_hash in ($1, $2) order by l.created_at desc', [
    hash,
    PKCE_PREFIX + hash,
  ]);
}

/** Whether the account was emailed a later link for a sign-up than this request's. */
export async function hasNewerLink(
  db: Queryable,
  { user_id, sent_at }: LinkRequestRow,
): Promise<boolean> {
  const { rows } = await db.query({
    text: `select from auth.link_requests where user_id = $1 and kind in ('signup', 'otp')
      and token_hash not like 'none %' and sent_at > $2::timestamptz limit 1`,
    values: [user_id, sent_at],
  });
  return rows.length > 0;
}

/**
 * The account's requests of these kinds, newest first. Filtered by kind, so that other requests,
 * which anyone can make, cannot push these out.
 */
export function listLinkRequests(
  db: Queryable,
  userId: string,
  kinds: readonly LinkKind[],
): Promise<LinkRequestRow[]> {
  const condition = `where l.user_id = $1
    and l.kind in (select jsonb_array_elements_text($2::text::jsonb))
    order by l.created_at desc limit 100`;
  return select(db, condition, [userId, JSON.stringify(kinds)]);
}

/** The newest of the requests made in the calling browser. */
export function ofThisBrowser(
  call: AuthCall,
  requests: readonly LinkRequestRow[],
): LinkRequestRow | undefined {
  const browser = browserHash(call);
  return requests.find(
    ({ browser_hash: hash }) => hash === null || (browser !== null && hash === browser),
  );
}

/** Deletes one browser's request, which is done. */
export async function deleteLinkRequest(tx: Queryable, { id }: LinkRequestRow): Promise<void> {
  await tx.query({ text: 'delete from auth.link_requests where id = $1', values: [id] });
}

/** From now on the link works only in the browsers that requested it. */
export async function markOpenedElsewhere(
  tx: Queryable,
  call: AuthCall,
  requests: readonly LinkRequestRow[],
): Promise<void> {
  await tx.query({
    text: `update auth.link_requests set opened_elsewhere_at = $2::timestamptz
      where id in (select jsonb_array_elements_text($1::text::jsonb)::uuid)`,
    values: [JSON.stringify(requests.map(({ id }) => id)), call.now.toISOString()],
  });
}

/** Invalidates the account's open requests. */
export async function clearLinkRequests(
  tx: Queryable,
  userId: string,
  kinds: readonly LinkKind[] = ['signup', 'otp', 'email_change'],
): Promise<void> {
  await tx.query({
    text: `delete from auth.link_requests where user_id = $1
      and kind in (select jsonb_array_elements_text($2::text::jsonb))`,
    values: [userId, JSON.stringify(kinds)],
  });
}

async function select(
  db: Queryable,
  condition: string,
  values: readonly unknown[],
): Promise<LinkRequestRow[]> {
  const { rows } = await db.query<{ request: string }>({
    text: `select to_jsonb(l)::text as request from auth.link_requests l ${condition}`,
    values,
  });
  return rows.map(({ request }) => JSON.parse(request) as LinkRequestRow);
}
