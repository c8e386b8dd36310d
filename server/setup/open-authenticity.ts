import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { createFileSecretStore } from '@liv-fit/backend/access';
import { createKysely, type Database } from '@liv-fit/backend/database';
import type { Authenticity, CheckLimits } from '#server/authenticity/authenticity.ts';
import { deriveKeys } from '#server/authenticity/authenticity-secrets.ts';
import { findMissingKeys } from '#server/authenticity/known-keys.ts';
import { createProofFiles } from '#server/authenticity/proof-files.ts';
import type { Config } from '#server/env.ts';
import type { DB } from '#server/orders/tables.ts';
import type { Startup } from './startup.ts';

/**
 * AUTHENTICITY_SECRET, or else one that was generated and stored next to the other secrets. Always
 * in a file: the database alone must not be enough to recognize a unit code.
 */
async function readAuthenticitySecret(
  config: Pick<Config, 'authenticitySecret' | 'dataDir'>,
): Promise<string> {
  if (config.authenticitySecret) return config.authenticitySecret;
  const store = createFileSecretStore(path.join(config.dataDir, 'secrets'));
  return store.keep('authenticity_secret', () => randomBytes(32).toString('base64url'));
}

export async function openAuthenticity(
  { config, log }: Pick<Startup, 'config' | 'log'>,
  parts: {
    database: Database;
    limits: CheckLimits;
    storage: Parameters<typeof createProofFiles>[0];
  },
): Promise<Authenticity> {
  const keys = deriveKeys(await readAuthenticitySecret(config));
  const missing = await findMissingKeys(createKysely<DB>(parts.database), keys);
  if (missing.length > 0) {
    log.error(
      { keys: missing },
      'Unit codes or signatures were made with an AUTHENTICITY_SECRET that is not here: those jars are not recognized until it is back',
    );
  }
  return {
    keys,
    files: createProofFiles(parts.storage),
    limits: config.rateLimits ? parts.limits : null,
    // Without a trusted proxy, visitors could send this header themselves.
    knowsCountry: config.trustProxy !== '',
  };
}
