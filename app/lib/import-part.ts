import { isOlderBuild, updatedMessage } from './build-age.ts';

/** The file of a part could not be loaded: no connection, or the tab is older than the build. */
export class PartUnavailable extends Error {
  override name = 'PartUnavailable';
  /** Retrying is pointless; reloading the page helps. */
  older = false;
}

/**
 * Loads a part of the page that is not in its initial bundle. A failure has a message for people,
 * instead of the browser's, which names a file. Calling it again loads again.
 */
export async function importPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    const older = await isOlderBuild();
    const words = older
      ? updatedMessage
      : 'Part of the page could not be loaded. Please check your connection and try again.';
    throw Object.assign(new PartUnavailable(words, { cause }), { older });
  }
}
