import { sampleMail } from '#emails/samples.ts';
import { fail } from './failure.ts';
import type { FunctionDeps, FunctionHandler } from './function-handler.ts';
import { readChange, siteWith } from './preview-page.ts';

/**
 * `{place, texts?, settings?}` → `{subject, html, text}`: the email as it would look, with sample
 * data.
 */
export function previewMailFunction({ context }: FunctionDeps): FunctionHandler {
  return async (c, body) => {
    const { place } = (body ?? {}) as { place?: unknown };
    const change = readChange(body);
    const site = await context.site();
    const mail = change && sampleMail(place, siteWith(site, change), context.origin);
    return mail ? c.json(mail) : fail(c, 'invalid_request', 'There is no such email.');
  };
}
