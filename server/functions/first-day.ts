import { stepsLeft } from '#domain/first-day.ts';
import { sampleMail } from '#emails/samples.ts';
import { readFirstDay } from '#server/first-day/read-first-day.ts';
import { sendTestMail } from '#server/first-day/send-test-mail.ts';
import { fail } from './failure.ts';
import type { FunctionDeps, FunctionHandler } from './function-handler.ts';
import { readChange, siteWith } from './preview-page.ts';

/** `{}` → the facts, and `left`: the steps that remain. */
export function firstDayFunction({ context, directMail }: FunctionDeps): FunctionHandler {
  return async (c) => {
    const facts = await readFirstDay(context, directMail.server);
    return c.json({ ...facts, left: stepsLeft(facts) });
  };
}

/**
 * `{}` → `{to}`, once the mail server has accepted it. With `{place, texts?, settings?}`, sends the
 * email of that place, as `preview-mail` shows it.
 */
export function sendTestMailFunction({ context, directMail }: FunctionDeps): FunctionHandler {
  return async (c, body, { userId }) => {
    const { place } = (body ?? {}) as { place?: unknown };
    const change = readChange(body ?? {});
    const site = change && siteWith(await context.site(), change);
    const sample =
      place === undefined ? undefined : site && sampleMail(place, site, context.origin);
    if (sample === null) return fail(c, 'invalid_request', 'There is no such email.');
    const outcome = await sendTestMail(context, directMail, userId, sample);
    return outcome.kind === 'sent'
      ? c.json({ to: outcome.to })
      : fail(c, outcome.code, outcome.message);
  };
}
