import { createFairQueue, QueueFull } from '@liv-fit/backend/http';
import { loadSharp } from '@liv-fit/backend/storage';
import { sql } from 'kysely';
import { hasRightCheck, readUnitCode } from '#domain/unit-code.ts';
import type { AuthenticityContext } from './authenticity.ts';
import { hmac } from './authenticity-secrets.ts';

export interface CodeReport {
  /** Known already: the answer to it was lost, and it was sent again. */
  id: string;
  code: string;
  message: string;
  boughtAt: string | null;
  email: string | null;
  pictures: readonly Uint8Array[];
  /** The sender's network, for fair turns. */
  network: string;
  /** Asked once for all pictures of a report that is new: whether its sender may still send any. */
  admitPictures: () => Promise<boolean>;
}

/**
 * One picture at a time: each takes a thread that sign-ins need too, and anybody may send a file of a few
 * kilobytes that takes a second.
 */
const inTurn = createFairQueue({ atOnce: 1, longest: 30, perCaller: 9 });

/** Longest side of a stored picture: enough to read a label by. */
const longestSide = 2000;
const mostPixels = 60_000_000;
/** AVIF packs as many into a kilobyte as take seconds to unpack. */
const mostAvifPixels = 16_000_000;

/** Open ones; further reports count on one more, so that a flood of them does not bury the other alerts. */
const mostAlertsAnHour = 20;

/**
 * Stores a report, tells the owner, and keeps no more of its pictures than what is seen: they are made anew, without
 * place, camera and whatever else a file may hold. A number: the picture that is none, from 0. `too_many_pictures`: so many came or wait
 * that these are not taken.
 */
export async function reportCode(
  context: Pick<AuthenticityContext, 'db' | 'keys' | 'files'>,
  report: CodeReport,
): Promise<'reported' | 'too_many_pictures' | number> {
  const { id } = report;
  const known = await context.db
    .selectFrom('code_reports')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (known) return 'reported';
  if (report.pictures.length > 0 && !(await report.admitPictures())) return 'too_many_pictures';
  const pictures: Buffer[] = [];
  for (const [index, picture] of report.pictures.entries()) {
    const redrawn = await inTurn(() => redraw(picture), report.network).catch((error) => {
      if (error instanceof QueueFull) return 'too_many' as const;
      throw error;
    });
    if (redrawn === 'too_many') return 'too_many_pictures';
    if (!redrawn) return index;
    pictures.push(redrawn);
  }
  const paths = pictures.map((_, index) => `${id}/${index + 1}.jpg`);
  for (const [index, path] of paths.entries()) {
    await context.files.write(
      'code-reports',
      path,
      pictures[index] ?? new Uint8Array(),
      'image/jpeg',
    );
  }
  const subject = await findSubject(context, report.code);
  await context.db.transaction().execute(async (tx) => {
    const added = await tx
      .insertInto('code_reports')
      .values({
        id,
        message: report.message,
        bought_at: report.boughtAt,
        email: report.email,
        pictures: paths,
        ...subject,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) return;
    const { rows: open } = await sql`select from public.code_alerts
      where kind = 'report' and state = 'open' and created_at > now() - interval '1 hour'
      limit ${mostAlertsAnHour}`.execute(tx);
    await (open.length < mostAlertsAnHour
      ? sql`select private.raise_alert(
          'report', ${id}, ${subject.batch_id}::uuid, ${subject.unit_id}::bigint, ${id}::uuid)`
      : sql`select private.raise_alert('report', 'many')`
    ).execute(tx);
  });
  return 'reported';
}

async function redraw(picture: Uint8Array): Promise<Buffer | null> {
  const sharp = await loadSharp();
  try {
    const { format } = await sharp(picture, { limitInputPixels: mostPixels }).metadata();
    return await sharp(picture, {
      limitInputPixels: format === 'heif' ? mostAvifPixels : mostPixels,
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

/** What the report is about, found without counting as a check. */
async function findSubject(
  { db, keys }: Pick<AuthenticityContext, 'db' | 'keys'>,
  code: string,
): Promise<{ batch_id: string | null; unit_id: number | null }> {
  const unitCode = readUnitCode(code);
  const unit =
    unitCode && hasRightCheck(unitCode)
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
  const batch = await db
    .selectFrom('batches')
    .select('id')
    .where('code', 'in', [code, code.toUpperCase().replace(/[ -]/g, '')])
    .executeTakeFirst();
  return { batch_id: batch?.id ?? null, unit_id: null };
}
