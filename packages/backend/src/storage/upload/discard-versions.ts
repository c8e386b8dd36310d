import type { StorageServices } from '../services.ts';

/**
 * Removes files whose rows are gone, and the images made of them. If that fails, the sweep removes
 * them later, so no call fails.
 */
export async function discardVersions(
  { files, renditions }: Pick<StorageServices, 'files' | 'renditions'>,
  versions: readonly (string | null)[],
): Promise<void> {
  const keys = versions.filter((version) => version !== null);
  if (keys.length === 0) return;
  await files.remove(keys).catch(() => {});
  await renditions.remove(keys).catch(() => {});
}
