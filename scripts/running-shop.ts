import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import path from 'node:path';
import { Readable } from 'node:stream';
import {
  createDatabaseSecretStore,
  createFileSecretStore,
  loadSecrets,
} from '@liv-fit/backend/access';
import { openPostgres } from '@liv-fit/backend/postgres';
import type { Config } from '#server/env.ts';
import { describeListening } from '#server/http/own-addresses.ts';

/**
 * Calls a function of the shop at the configured URL with the secret key; null if no shop responds.
 * Throws with the shop's message if it refuses.
 */
export async function callRunningShop(
  config: Config,
  name: string,
  body: object = {},
): Promise<Response | null> {
  const origin = describeListening(config.host, config.port).localOrigin;
  const health = await fetch(`${origin}/healthz`).catch(() => null);
  if (!health?.ok) return null;
  const answer = await post(`${origin}/functions/v1/${name}`, await secretKeyOf(config), body);
  if (answer.ok) return answer;
  const words = (await answer.json().catch(() => null)) as { error?: { message: string } } | null;
  throw new Error(words?.error?.message ?? `The shop answered ${answer.status}.`);
}

/** Not with `fetch`, which waits at most five minutes for a response: a backup may take longer. */
async function post(address: string, key: string, body: object): Promise<Response> {
  const asked = request(address, {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
  });
  asked.end(JSON.stringify(body));
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return new Response(Readable.toWeb(answer) as ReadableStream, {
    status: answer.statusCode ?? 0,
    headers: answer.headers as Record<string, string>,
  });
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
