import path from 'node:path';
import {
  createDatabaseSecretStore,
  createFileSecretStore,
  loadSecrets,
} from '@liv-fit/backend/access';
import { openPostgres } from '@liv-fit/backend/postgres';
import type { Config } from '#server/env.ts';
import { describeListening } from '#server/http/own-addresses.ts';
import type { ReconcileRun } from '#server/orders/reconcile/read-runs.ts';

/** The reports of the shop at the configured address; null where none answers. */
export async function askRunningShop(config: Config): Promise<ReconcileRun[] | null> {
  const origin = describeListening(config.host, config.port).localOrigin;
  const health = await fetch(`${origin}/healthz`).catch(() => null);
  if (!health?.ok) return null;
  const answer = await fetch(`${origin}/functions/v1/reconcile`, {
    method: 'POST',
    headers: { apikey: await secretKeyOf(config), 'content-type': 'application/json' },
    body: '{}',
  });
  const body = (await answer.json()) as {
    runs?: ReconcileRun[];
    error?: { code: string; message: string };
  };
  if (!body.runs) throw new Error(body.error?.message ?? `The shop answered ${answer.status}.`);
  return body.runs;
}

async function secretKeyOf(config: Config): Promise<string> {
  const given = config.hosted?.secretKey ?? config.keys.secret;
  if (given) return given;
  if (!config.databaseUrl) {
    const store = createFileSecretStore(path.join(config.dataDir, 'secrets'));
    return (await loadSecrets(store)).secretKey;
  }
  const database = openPostgres({ connectionString: config.databaseUrl, max: 1 });
  try {
    return (await loadSecrets(createDatabaseSecretStore(database))).secretKey;
  } finally {
    await database.close();
  }
}
