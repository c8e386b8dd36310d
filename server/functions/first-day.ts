import { stepsLeft } from '#domain/first-day.ts';
import { readFirstDay } from '#server/first-day/read-first-day.ts';
import { sendTestMail } from '#server/first-day/send-test-mail.ts';
import { fail } from './failure.ts';
import type { FunctionDeps, FunctionHandler } from './function-handler.ts';

/** `{}` → the facts, and `left`: the steps still to do. */
export function firstDayFunction({ context, directMail }: FunctionDeps): FunctionHandler {
  return async (c) => {
    const facts = await readFirstDay(context, directMail.server);
    return c.json({ ...facts, left: stepsLeft(facts) });
  };
}

/** `{}` → `{to}`, once the mail server has taken it. */
export function sendTestMailFunction({ context, directMail }: FunctionDeps): FunctionHandler {
  return async (c, _body, { userId }) => {
    const outcome = await sendTestMail(context, directMail, userId);
    return outcome.kind === 'sent'
      ? c.json({ to: outcome.to })
      : fail(c, outcome.code, outcome.message);
  };
}
