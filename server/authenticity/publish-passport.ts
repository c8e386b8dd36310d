import { sql } from 'kysely';
import {
  type BatchPassport,
  describeChanges,
  type PassportCorrection,
  type SignedPassport,
} from '#domain/batch-passport.ts';
import type { Tables } from '#server/orders/tables.ts';
import type { AuthenticityContext } from './authenticity.ts';
import { sha256 } from './authenticity-secrets.ts';
import { recordKey } from './known-keys.ts';
import { type BatchNow, readBatchNow, readProduct, readRecall } from './passport-facts.ts';
import { canonicalForm, signDetached } from './sign.ts';
import { appendEntry, type PublicationKind, reserveEntry } from './transparency-log.ts';

type PublishContext = Pick<AuthenticityContext, 'keys' | 'now'>;

export interface Published {
  revision: number;
  sha256: string;
}

/**
 * Signs what the tables say about a released or recalled batch and adds it to the log, in the
 * caller's transaction. Null if nothing about it is public.
 */
export async function publishPassport(
  tx: Tables,
  { keys: [key], now }: PublishContext,
  batchId: string,
  publication: { kind: PublicationKind; reason?: string },
): Promise<Published | null> {
  const { seq, previous } = await reserveEntry(tx);
  const batch = await readBatchNow(tx, { id: batchId });
  if (!batch) return null;
  const former = await readLatest(tx, batchId);
  const at = now().toISOString();
  const revision = (former?.revision ?? 0) + 1;
  const body: BatchPassport = {
    ...batch.facts,
    ...(former
      ? { product: former.body.product, productPath: former.body.productPath }
      : await readProduct(tx, batch.productId)),
    revision,
    issuedAt: at,
    corrections: [
      ...(former?.body.corrections ?? []),
      ...describeCorrection(former?.body ?? null, batch, { ...publication, at }),
    ],
    recall: await readRecall(tx, batchId),
    log: { entry: seq, url: '/transparency.json' },
    keys: '/.well-known/authenticity-keys.json',
  };
  await recordKey(tx, key);
  const text = canonicalForm(body);
  const hash = sha256(text);
  await tx
    .insertInto('batch_passports')
    .values({
      batch_id: batchId,
      revision,
      kind: publication.kind,
      body: text,
      sha256: hash,
      signature: await signDetached(key, text),
    })
    .execute();
  await appendEntry(tx, key, {
    seq,
    at,
    kind: publication.kind,
    batch: batch.facts.code,
    revision,
    passport: hash,
    previous,
  });
  return { revision, sha256: hash };
}

function describeCorrection(
  former: BatchPassport | null,
  { facts }: BatchNow,
  { kind, at, reason = '' }: { kind: PublicationKind; at: string; reason?: string },
): PassportCorrection[] {
  if (kind !== 'correction' || !former) return [];
  return [{ at, reason, changes: describeChanges(former, facts) }];
}

interface LatestPassport {
  revision: number;
  kind: string;
  sha256: string;
  signature: string;
  body: BatchPassport;
}

async function readLatest(db: Tables, batchId: string): Promise<LatestPassport | null> {
  const row = await db
    .selectFrom('batch_passports')
    .select(['revision', 'kind', 'sha256', 'signature', 'body'])
    .where('batch_id', '=', batchId)
    .orderBy('revision', 'desc')
    .executeTakeFirst();
  return row ? { ...row, body: JSON.parse(row.body) } : null;
}

/** How often the batch was signed. */
export async function readRevision(db: Tables, batchId: string): Promise<number> {
  return (await readLatest(db, batchId))?.revision ?? 0;
}

/**
 * The passport as the tables have it now, with the signature of what was published: if someone
 * changed a row by hand, it no longer matches the signature. `intact` says whether it does.
 */
export async function readPassport(
  context: PublishContext & Pick<AuthenticityContext, 'db'>,
  code: string,
): Promise<{ passport: SignedPassport; intact: boolean } | null> {
  const batch = await readBatchNow(context.db, { code });
  if (!batch) return null;
  const latest =
    (await readCurrent(context.db, batch)) ??
    (await publishDue(context, batch.id).then(() => readLatest(context.db, batch.id)));
  if (!latest) return null;
  const { facts } = batch;
  const body: BatchPassport = { ...latest.body, ...facts };
  const intact = sha256(canonicalForm(body)) === latest.sha256;
  if (!intact) {
    await sql`select private.raise_alert('passport_changed', ${batch.id}, batch => ${batch.id}::uuid)`.execute(
      context.db,
    );
  }
  return { passport: { ...body, signature: latest.signature }, intact };
}

/** The latest passport, unless the batch was released, re-released or recalled since. */
export async function readCurrent(
  db: Tables,
  { id, facts }: BatchNow,
): Promise<LatestPassport | null> {
  const latest = await readLatest(db, id);
  const isCurrent =
    latest?.body.status === facts.status && latest.body.releasedAt === facts.releasedAt;
  return isCurrent ? latest : null;
}

/**
 * Signs a batch that was released or recalled without one of our functions: through the REST API or
 * SQL.
 */
async function publishDue(
  context: PublishContext & Pick<AuthenticityContext, 'db'>,
  batchId: string,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    await reserveEntry(tx);
    const batch = await readBatchNow(tx, { id: batchId });
    if (!batch || (await readCurrent(tx, batch))) return;
    await publishPassport(tx, context, batchId, await nextPublication(tx, batch));
  });
}

/** What publishing the batch now would be recorded as. */
export async function nextPublication(
  tx: Tables,
  { id, facts }: BatchNow,
): Promise<{ kind: PublicationKind; reason?: string }> {
  if (facts.status === 'recalled') return { kind: 'recall' };
  return (await readLatest(tx, id))
    ? { kind: 'correction', reason: 'Released again after it was withdrawn.' }
    : { kind: 'release' };
}

/** Signs all such batches, as a job. */
export async function publishAllDue(
  context: PublishContext & Pick<AuthenticityContext, 'db'>,
  signal?: AbortSignal,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select b.id from public.batches as b
    where b.status in ('released', 'recalled') and not exists (
      select from public.batch_passports as p
      where p.batch_id = b.id and p.created_at >= b.released_at
        and (b.status = 'released' or p.kind = 'recall')
    )
    order by b.released_at, b.id`.execute(context.db);
  for (const { id } of rows) {
    if (signal?.aborted) return;
    await publishDue(context, id);
  }
}
