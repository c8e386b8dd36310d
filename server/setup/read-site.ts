import type { Database } from '@liv-fit/backend/database';
import { findSettingProblems, mergeSiteSettings } from '#domain/merge-settings.ts';
import { type Site, siteTexts } from '#domain/texts/site-texts.ts';
import { type CachedReader, createCachedReader } from './cached-reader.ts';

export type SiteReader = CachedReader<Site>;

/** The owner's current settings and texts. */
export function createSiteReader(
  database: Database,
  /** Called with a message for each invalid setting that is skipped. */
  onProblem: (message: string) => void = () => {},
): SiteReader {
  return createCachedReader(async () => {
    const { rows } = await database.query<{ key: string; value: unknown }>({
      text: 'select key, value from public.site_settings',
    });
    for (const problem of findSettingProblems(rows)) onProblem(problem.slice(0, 160));
    const { rows: published } = await database.query<{ place: string; texts: unknown }>({
      text: `select distinct on (place) place, texts from public.text_versions
        order by place, number desc`,
    });
    return { ...mergeSiteSettings(rows), texts: siteTexts(published) };
  });
}
