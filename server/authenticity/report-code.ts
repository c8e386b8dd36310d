import { createHash, randomUUID } from 'node:crypto';
import { createFairQueue, QueueFull } from '@liv-fit/backend/http';
import { boundsOfStrangers, findExcess, loadSharp } from '@liv-fit/backend/storage';
import { sql } from 'kysely';
import { hasValidCheckCharacter, readUnitCode } from '#domain/unit-code.ts';
import type { Tables } from '#server/orders/tables.ts';
import type { AuthenticityContext } from './authenticity.ts';
import { hmac } from './authenticity-secrets.ts';
import { StorageUnavailable } from './proof-files.ts';

export interface CodeReport {
  /**
   * Chosen by the sender: a report sent again with the same id, because its response was lost,
   * replaces the first.
   */
  id: string;
  code: string;
  message: string;
  boughtAt: string | null;
  email: string | null;
  pictures: readonly Buffer[];
  /** The sender's network, for fair queueing. */
  network: string;
  /** Called once for all new pictures: whether the sender may still send that many. */
  admitPictures: (count: number) => Promise<boolean>;
}

/**
 * One picture at a time: each takes a thread that sign-ins need too, and anybody can send a file of
 * a few kilobytes that takes a second to process.
 */
const inTurn = createFairQueue({ atOnce: 1, longest: 30, perCaller: 9 });

/** Longest side of a stored picture: enough to read a label. */
const longestSide = 2000;
const maxPixels = 60_000_000;
/** JPEGs are decoded at reduced size, so even the largest phone photos fit. */
const maxJpegPixels = 200_000_000;
/**
 * What phones and browsers send. No AVIF: it may contain thousands of pictures in sequence, all
 * decoded to get the last; one of 4 kB takes five seconds.
 */
const formats: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif']);

/**
 * Open alerts per hour; further reports only raise the count of one more, so that a flood of them
 * doesn't bury the other alerts.
 */
const maxAlertsAnHour = 20;

interface Subject {
  batch_id: string | null;
  unit_id: number | null;
}

/**
 * Stores a report and alerts the owner. Pictures are redrawn, so that only what is visible is
 * stored and place, camera and other metadata are not. Returns a number if a picture is not valid
 * (its index), `too_many_pictures` if so many were sent or are waiting that these are refused, a
 * `StorageUnavailable` if they can't be stored right now.
 */
export async function reportCode(
  context: Pick<AuthenticityContext, 'db' | 'keys' | 'files'>,
  report: CodeReport,
): Promise<'reported' | 'too_many_pictures' | StorageUnavailable | number> {
  const { id, kept } = await findEarlier(context.db, report.id);
  const paths = report.pictures.map((picture, index) => pathOf(id, picture, index));
  const isNew = (index: number) => !kept.includes(paths[index] ?? '');
  const added = report.pictures.filter((_, index) => isNew(index)).length;
  if (added > 0 && !(await report.admitPictures(added))) return 'too_many_pictures';
  const pictures = new Map<string, Buffer>();
  for (const [index, picture] of report.pictures.entries()) {
    if (!isNew(index)) continue;
    const redrawn = await inTurn(() => redraw(picture), report.network).catch((error) => {
      if (error instanceof QueueFull) return 'too_many' as const;
      throw error;
    });
    if (redrawn === 'too_many') return 'too_many_pictures';
    if (!redrawn) return index;
    pictures.set(paths[index] ?? '', redrawn);
  }
  try {
    for (const [path, picture] of pictures) {
      await context.files.write('code-reports', path, picture, 'image/jpeg');
    }
  } catch (error) {
    if (error instanceof StorageUnavailable) return error;
    throw error;
  }
  const subject = await findSubject(context, report.code);
  await context.db.transaction().execute(async (tx) => {
    if (await store(tx, { ...report, id }, paths, subject)) await raiseAlert(tx, id, subject);
  });
  return 'reported';
}

/** What was stored under the same id, if it may still be corrected (within a day). */
async function findEarlier(
  db: Tables,
  id: string,
): Promise<{ id: string; kept: readonly string[] }> {
  const known = await db
    .selectFrom('code_reports')
    .select(['pictures', sql<boolean>`created_at > now() - interval '1 day'`.as('correctable')])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!known) return { id, kept: [] };
  return known.correctable ? { id, kept: known.pictures } : { id: randomUUID(), kept: [] };
}

/**
 * Named after the content, so that a different picture becomes a different file and the same one
 * isn't stored twice.
 */
function pathOf(id: string, picture: Buffer, index: number): string {
  const digest = createHash('sha256').update(picture).digest('hex').slice(0, 16);
  return `${id}/${index + 1}-${digest}.jpg`;
}

/**
 * Returns whether the report says anything new. Sent without pictures, as after a reload, it keeps
 * the earlier ones.
 */
async function store(
  tx: Tables,
  { id, message, boughtAt, email }: CodeReport,
  pictures: string[],
  subject: Subject,
): Promise<boolean> {
  const values = { message, bought_at: boughtAt, email, ...subject };
  const added = await tx
    .insertInto('code_reports')
    .values({ id, pictures, ...values })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added) return true;
  const corrected = await tx
    .updateTable('code_reports')
    .set({ ...values, ...(pictures.length > 0 && { pictures }) })
    .where('id', '=', id)
    .where(
      sql<boolean>`((message, bought_at, email, batch_id, unit_id) is distinct from
        (${message}::text, ${boughtAt}::text, ${email}::text,
          ${subject.batch_id}::uuid, ${subject.unit_id}::bigint)
        or cardinality(${pictures}::text[]) > 0 and pictures <> ${pictures}::text[])`,
    )
    .returning('id')
    .executeTakeFirst();
  if (!corrected) return false;
  await tx.updateTable('code_alerts').set(subject).where('report_id', '=', id).execute();
  return true;
}

async function raiseAlert(tx: Tables, id: string, subject: Subject): Promise<void> {
  const { rows: open } = await sql`select from public.code_alerts
    where kind = 'report' and state = 'open' and created_at > now() - interval '1 hour'
    limit ${maxAlertsAnHour}`.execute(tx);
  await (open.length < maxAlertsAnHour
    ? sql`select private.raise_alert(
        'report', ${id}, ${subject.batch_id}::uuid, ${subject.unit_id}::bigint, ${id}::uuid)`
    : sql`select private.raise_alert('report', 'many')`
  ).execute(tx);
}

async function redraw(picture: Buffer): Promise<Buffer | null> {
  const sharp = await loadSharp();
  try {
    if (await findExcess(picture, boundsOfStrangers)) return null;
    const { format } = await sharp(picture).metadata();
    if (!formats.has(format)) return null;
    return await sharp(picture, {
      limitInputPixels: format === 'jpeg' ? maxJpegPixels : maxPixels,
      pages: 1,
      failOn: 'error',
      sequentialRead: true,
    })
      .rotate()
      .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 82 })
      .toBuffer();
  } catch {
    return null;
  }
}

/** What the report is about; looking it up doesn't count as a check. */
async function findSubject(
  { db, keys }: Pick<AuthenticityContext, 'db' | 'keys'>,
  code: string,
): Promise<Subject> {
  const unitCode = readUnitCode(code);
  const unit =
    unitCode && hasValidCheckCharacter(unitCode)
      ? await db
          .selectFrom('unit_codes')
          .select(['id', 'batch_id'])
          .where(
            'code_hmac',
            'in',
            keys.map(({ unitKey }) => hmac(unitKey, unitCode)),
          )
          .executeTakeFirst()
      : undefined;
  if (unit) return { batch_id: unit.batch_id, unit_id: unit.id };
  const { rows } = await sql<{ id: string }>`
    select id from private.batch_asked_about(${code})`.execute(db);
  return { batch_id: rows[0]?.id ?? null, unit_id: null };
}
