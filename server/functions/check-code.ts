import { z } from 'zod';
import { createCodeChecker } from '#server/authenticity/check-code.ts';
import { invalid } from './batch-functions.ts';
import { fail } from './failure.ts';
import type { FunctionDeps, FunctionHandler } from './function-handler.ts';

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
    if (!('waitSeconds' in answer)) return c.json(answer);
    c.header('retry-after', String(answer.waitSeconds));
    return fail(c, 'rate_limited', 'Too many checks. Please wait.');
  };
}
