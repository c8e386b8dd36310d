import type { Database } from '@liv-fit/backend/database';
import { findSettingProblems, mergeSiteSettings } from '#domain/merge-settings.ts';
import type { SiteFacts } from '#domain/settings.ts';

export interface SiteReader {
  read(): Promise<SiteFacts>;
  /** Never rejects: if reading fails, the next `read` tries again. */
  refresh(): Promise<void>;
}

/** The owner's current settings. Cached; after a change `refresh` reads them again. */
export function createSiteReader(
  database: Database,
  /** Called with a message for each setting that is left out. */
  onProblem: (message: string) => void = () => {},
): SiteReader {
  let cached: Promise<SiteFacts> | null = null;
  let isStale = false;
  const load = async () => {
    const { rows } = await database.query<{ key: string; value: unknown }>({
      text: 'select key, value from public.site_settings',
    });
    for (const problem of findSettingProblems(rows)) onProblem(problem.slice(0, 160));
    return mergeSiteSettings(rows);
  };
  // The old facts stay until the new ones are there: an email that is queued in a transaction asks
  // for them while it holds the embedded database's only connection.
  async function refresh(): Promise<void> {
    isStale = false;
    try {
      cached = Promise.resolve(await load());
    } catch {
      isStale = true;
    }
  }
  return {
    read() {
      cached ??= load().catch((error) => {
        cached = null;
        throw error;
      });
      if (isStale) void refresh();
      return cached;
    },
    refresh,
  };
}
