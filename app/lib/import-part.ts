import { isOlderBuild, updatedWords } from './build-age.ts';

/** The file of a part could not be fetched: no connection, or the tab is older than the build. */
export class PartUnavailable extends Error {
  override name = 'PartUnavailable';
  /** Retrying is pointless; reloading the page helps. */
  older = false;
}

/**
 * Fetches a part of the page that is not in its first load. A failure carries words for people, in
 * place of the browser's, which name a file. Trying again fetches again.
 */
export async function importPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    const older = await isOlderBuild();
    const words = older
      ? updatedWords
      : 'Part of the page could not be loaded. Please check your connection and try again.';
    throw Object.assign(new PartUnavailable(words, { cause }), { older });
  }
}
