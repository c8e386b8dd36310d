/**
 * Changes the keys that sign access tokens, in the store configured in the environment. Running
 * processes notice within a minute; nobody is signed out.
 *
 *   npm run rotate-keys                     activates the standby key
 *   npm run rotate-keys -- --list           lists the keys
 *   npm run rotate-keys -- --revoke <kid>   refuses tokens signed with a key no longer in use
 */
import './plain-errors.ts';
import { parseArgs } from 'node:util';
import {
  changeSigningKeys,
  listSigningKeys,
  readSigningKeys,
  revokeSigningKey,
  rotateSigningKeys,
  type SecretStore,
} from '@liv-fit/backend/access';
import { openPostgres } from '@liv-fit/backend/postgres';
import { describeFailure } from '#server/describe-failure.ts';
import { readConfig } from '#server/env.ts';
import { openSecrets } from '#server/setup/open-secrets.ts';

const { values } = parseArgs({
  options: { list: { type: 'boolean' }, revoke: { type: 'string' } },
});
const config = readConfig(process.env);
if (config.hosted) throw new Error('The keys of a hosted project are rotated in its dashboard.');

const database = config.databaseUrl
  ? await openPostgres({ connectionString: config.databaseUrl })
  : null;
try {
  await run(openSecrets(config, database));
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = 1;
} finally {
  await database?.close();
}

async function run(store: SecretStore): Promise<void> {
  const { revoke } = values;
  if (revoke !== undefined) {
    const revoked = await changeSigningKeys(store, (keys) =>
      revokeSigningKey(keys, revoke, new Date()),
    );
    if (!revoked) throw new Error(`${revoke} is in use, or no key of this shop.`);
  } else if (!values.list) {
    await changeSigningKeys(store, rotateSigningKeys);
  }
  for (const { kid, state } of listSigningKeys(await readSigningKeys(store))) {
    process.stdout.write(`${kid}  ${state}\n`);
  }
}
