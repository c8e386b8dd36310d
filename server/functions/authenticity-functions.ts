import { randomUUID } from 'node:crypto';
import { networkOf } from '@liv-fit/backend/http';
import type { Context } from 'hono';
import { z } from 'zod';
import { createCodeChecker } from '#server/authenticity/check-code.ts';
import { StorageUnavailable } from '#server/authenticity/proof-files.ts';
import { reportCode } from '#server/authenticity/report-code.ts';
import { isEmailAddress } from '#server/email/email-address.ts';
import { invalid } from './batch-functions.ts';
import { fail } from './failure.ts';
import type { FunctionDeps, FunctionHandler } from './function-handler.ts';
import { createPictureLimiter } from './limit-report-pictures.ts';

const check = z.object({ code: z.string().max(500) });

/** `{code}` → `CheckAnswer` (`domain/check-answer.ts`). */
export function checkCodeFunction({
  authenticity,
}: Pick<FunctionDeps, 'authenticity'>): FunctionHandler {
  const checkCode = createCodeChecker(authenticity);
  return async (c, body) => {
    const read = check.safeParse(body);
    if (!read.success) return invalid(c, read.error);
    const country = authenticity.knowsCountry ? (c.req.header('cf-ipcountry') ?? '') : '';
    const answer = await checkCode(read.data.code, {
      address: c.req.header('x-forwarded-for') ?? '',
      userAgent: c.req.header('user-agent') ?? '',
      country: /^[A-Z]{2}$/.test(country) ? country : null,
    });
    if (answer === 'unreadable') {
      return fail(c, 'key_missing', 'This code cannot be checked right now.');
    }
    if (!('waitSeconds' in answer)) return c.json(answer);
    c.header('retry-after', String(answer.waitSeconds));
    return fail(c, 'rate_limited', 'Too many checks. Please wait.');
  };
}

const maxPictures = 3;
const maxPictureBytes = 5_000_000;
/** In base64, along with the rest of the report. */
export const maxReportBytes = Math.ceil((maxPictures * maxPictureBytes * 4) / 3) + 100_000;

const report = z.object({
  /** Chosen by the sender: a report sent again with the same id replaces the first. */
  reportId: z.uuid().optional(),
  code: z.string().trim().max(200).default(''),
  message: z.string().trim().min(1, 'Please describe what looks wrong.').max(5000),
  boughtAt: z.string().trim().max(300).optional(),
  email: z
    .string()
    .trim()
    .max(254)
    .refine((text) => text === '' || isEmailAddress(text), 'Must be an email address.')
    .optional(),
  pictures: z
    .array(z.base64('Is not a picture.'))
    .max(maxPictures, 'At most three pictures.')
    .default([]),
});

/** `{reportId?, code?, message, boughtAt?, email?, pictures?}` → `{reported: true}`. */
export function reportCodeFunction({
  authenticity,
  context,
  database,
  rateLimits,
}: Pick<FunctionDeps, 'authenticity' | 'context' | 'database' | 'rateLimits'>): FunctionHandler {
  const admitPictures = rateLimits ? createPictureLimiter(database) : null;
  return async (c, body) => {
    const read = report.safeParse(body);
    if (!read.success) return invalid(c, read.error);
    const { reportId, code, message, boughtAt, email } = read.data;
    const pictures = read.data.pictures.map((picture) => Buffer.from(picture, 'base64'));
    const large = pictures.findIndex(({ length }) => length > maxPictureBytes);
    if (large >= 0) return fail(c, 'invalid_request', `pictures.${large}: At most 5 MB each.`);
    const address = c.req.header('x-forwarded-for') ?? '';
    const outcome = await reportCode(authenticity, {
      id: reportId ?? randomUUID(),
      code,
      message,
      boughtAt: boughtAt || null,
      email: email || null,
      pictures,
      network: networkOf(address),
      admitPictures: async (count) => (await admitPictures?.(address, count)) ?? true,
    });
    if (outcome === 'too_many_pictures') return withoutPictures(c);
    if (outcome instanceof StorageUnavailable) {
      context.log.error({ err: outcome }, 'Pictures of a report could not be stored.');
      c.header('retry-after', '120');
      return fail(
        c,
        'files_unavailable',
        'Pictures cannot be stored right now. Please try again in a few minutes.',
      );
    }
    return outcome === 'reported'
      ? c.json({ reported: true })
      : fail(
          c,
          'invalid_request',
          `pictures.${outcome}: This file is not a picture that we can read.`,
        );
  };
}

function withoutPictures(c: Context) {
  return fail(
    c,
    'rate_limited',
    'Pictures can’t be accepted right now. Please send the report without them.',
  );
}
