import { mergeSiteSettings } from '#domain/merge-settings.ts';
import { settingKey } from '#domain/settings.ts';
import { isTextPlace, textsOf } from '#domain/texts/site-texts.ts';
import { z } from '#domain/zod.ts';
import type { MailSite } from '#emails/fill-mail-texts.ts';
import { fixedPages } from '#server/crawlers/list-pages.ts';
import { fail } from './failure.ts';
import type { FunctionDeps, FunctionHandler } from './function-handler.ts';

/** Enough for a form with three legal pages in it. */
export const maxPreviewBytes = 300_000;

const changeSchema = z.object({
  texts: z.record(z.string(), z.record(z.string(), z.string())).default({}),
  settings: z
    .array(z.object({ key: z.string(), value: z.unknown() }))
    .max(500)
    .default([]),
});

/** The shop with the unpublished changes applied. */
export function siteWith<Known extends MailSite>(
  site: Known,
  change: z.output<typeof changeSchema>,
): Known {
  const texts = { ...site.texts };
  for (const [place, written] of Object.entries(change.texts)) {
    if (isTextPlace(place)) Object.assign(texts, { [place]: textsOf(place, written) });
  }
  const changed = mergeSiteSettings(change.settings);
  const keys = change.settings.map(({ key }) => key);
  const own = Object.entries(changed).filter(([name]) => keys.includes(settingKey(name)));
  return { ...site, ...Object.fromEntries(own), texts } as Known;
}

/** The unpublished settings and texts in the request; null if they are invalid. */
export function readChange(body: unknown): z.output<typeof changeSchema> | null {
  return changeSchema.safeParse(body).data ?? null;
}

/** Product pages, including drafts: only these are read with the admin's own rights. */
const productPage = /^\/product\/[a-z0-9-]+$/;

/**
 * `{path, texts?, settings?}` → `{html}`: the page as it would look with them, visible to nobody
 * else.
 */
export function previewPageFunction({ renderPage }: FunctionDeps): FunctionHandler {
  return async (c, body) => {
    const { path } = (body ?? {}) as { path?: unknown };
    const change = readChange(body);
    const isProduct = typeof path === 'string' && productPage.test(path);
    if (!change || !(isProduct || fixedPages.some((page) => page.path === path))) {
      return fail(c, 'invalid_request', 'This page cannot be previewed.');
    }
    const html = await renderPage(
      path as string,
      (site) => siteWith(site, change),
      isProduct ? c.req.header('authorization') : undefined,
    );
    return c.json({ html });
  };
}
