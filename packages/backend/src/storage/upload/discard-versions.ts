import type { StorageServices } from '../services.ts';

/** Removes files whose rows are gone. If that fails, the sweep removes them later, so no call fails. */
export async function discardVersions(
  { files }: Pick<StorageServices, 'files'>,
  versions: readonly (string | null)[],
): Promise<void> {
  const keys = versions.filter((version) => version !== null);
  if (keys.length > 0) await files.remove(keys).catch(() => {});
}
