import { DatabaseInUse } from '@liv-fit/backend/database';
import type { Config } from '#server/env.ts';
import { describeListening, type Listening } from '#server/http/own-addresses.ts';
import { createSiteOrigin } from '#server/http/site-origin.ts';
import { openDatabase } from './open-database.ts';
import { openOwnBackend } from './open-own-backend.ts';
import { openSecrets } from './open-secrets.ts';
import { createSiteReader } from './read-site.ts';

/** The accounts' admin API with the secret key, for commands. */
export interface OpenedAccounts {
  url: string;
  secretKey: string;
  fetch: typeof fetch;
  close(): Promise<void>;
}

/**
 * A hosted project's accounts; or else those of the shop running on this machine, because only one
 * process may open an embedded database; or else our own, opened temporarily.
 */
export async function openAccounts(config: Config, root: string): Promise<OpenedAccounts> {
  if (config.hosted) {
    const { url, secretKey } = config.hosted;
    return { url: `${url}/auth/v1`, secretKey, fetch, close: async () => {} };
  }
  const listening = describeListening(config.host, config.port);
  const running = config.databaseUrl ? null : await findRunning(config, listening.localOrigin);
  try {
    return running ?? (await openOwn(config, root, listening));
  } catch (error) {
    if (!(error instanceof DatabaseInUse)) throw error;
    const hint = `If that is the shop, set PORT and HOST as for the shop: it does not answer at ${listening.localOrigin}.`;
    throw new Error(`${error.message} ${hint}`, { cause: error });
  }
}

async function findRunning(config: Config, origin: string): Promise<OpenedAccounts | null> {
  const store = openSecrets(config, null);
  const secretKey = config.keys.secret ?? (await store.read('secret_key'));
  if (!secretKey) return null;
  const url = `${origin}/auth/v1`;
  try {
    const headers = { apikey: secretKey };
    const answer = await fetch(`${url}/admin/users?per_page=1`, { headers });
    if (!answer.ok) return null;
  } catch {
    return null;
  }
  return { url, secretKey, fetch, close: async () => {} };
}

async function openOwn(
  config: Config,
  root: string,
  listening: Listening,
): Promise<OpenedAccounts> {
  const { database, secrets } = await openDatabase(config, root);
  const site = createSiteReader(database);
  const siteOrigin = createSiteOrigin(config.siteUrl, listening);
  const backend = await openOwnBackend({
    config,
    database,
    secrets,
    siteOrigin,
    site: () => site.read(),
    onError: (error) => {
      throw error;
    },
  });
  return {
    url: `${siteOrigin.default}/auth/v1`,
    secretKey: backend.secretKey,
    fetch: async (input, init) => backend.fetch(new Request(input, init)),
    close: () => database.close(),
  };
}
