import type { AdminCalls, RowOf } from '../data/use-admin-calls.ts';

export type TextVersion = RowOf<'text_versions'>;

/** How many versions are listed. */
const shownVersions = 30;

/** The published versions of a place, newest first. */
export function readVersions(calls: AdminCalls, place: string): Promise<TextVersion[]> {
  return calls.run((tables) =>
    tables
      .from('text_versions')
      .select()
      .eq('place', place)
      .order('number', { ascending: false })
      .limit(shownVersions),
  );
}
