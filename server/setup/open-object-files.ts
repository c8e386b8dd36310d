import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { openFileStore } from '@liv-fit/backend/storage';
import { hostedFiles, type ObjectFiles, ownFiles } from '@liv-fit/backend/transfer';
import type { Config } from '#server/env.ts';

/** The configured shop's uploaded files, for exports and imports. */
export async function openObjectFiles(config: Config): Promise<ObjectFiles> {
  if (config.hosted) return hostedFiles(config.hosted.url, config.hosted.secretKey);
  const directory = path.join(config.dataDir, 'storage');
  const stagingDirectory = path.join(directory, 'incoming');
  await mkdir(stagingDirectory, { recursive: true });
  return ownFiles(await openFileStore({ directory, s3: config.s3 }), stagingDirectory);
}
