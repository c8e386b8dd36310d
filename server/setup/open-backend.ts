import { openHostedProject } from './open-hosted-project.ts';
import { type OpenedBackend, type OwnBackendParts, openOwnBackend } from './open-own-backend.ts';
import type { Startup } from './startup.ts';

/** The hosted project if one is configured, our own backend otherwise. */
export async function openBackend(
  { config, onError }: Startup,
  parts: Omit<OwnBackendParts, 'config' | 'onError'>,
): Promise<OpenedBackend> {
  const { hosted, dataDir } = config;
  return hosted
    ? openHostedProject({ hosted, dataDir }, onError)
    : openOwnBackend({ ...parts, config, onError });
}
