import { createKysely } from '@liv-fit/backend/database';
import pino from 'pino';
import { noAccounts } from '#server/accounts/accounts.ts';
import { createCommerce } from '#server/commerce.ts';
import { parseSender } from '#server/email/parse-sender.ts';
import type { Config } from '#server/env.ts';
import { describeListening } from '#server/http/own-addresses.ts';
import { type ReconcileRun, readRuns, runKinds } from '#server/orders/reconcile/read-runs.ts';
import type { DB } from '#server/orders/tables.ts';
import { chooseProviders, startSimulation } from '#server/setup/choose-providers.ts';
import { openDatabase } from '#server/setup/open-database.ts';
import { createSiteReader } from '#server/setup/read-site.ts';
import { root } from '../run-step.ts';

/** Opens what the two jobs need, runs them, sends the emails they caused, and closes everything. */
export async function runHere(config: Config): Promise<ReconcileRun[]> {
  const { database } = await openDatabase(config, root);
  const site = createSiteReader(database);
  const origin = config.siteUrl ?? describeListening(config.host, config.port).origin;
  const simulation = await startSimulation({ config, root, port: config.port });
  const providers = await chooseProviders({
    config,
    simulation,
    site: () => site.read(),
    store: null,
  });
  const commerce = createCommerce({
    database,
    providers: providers.payments,
    mail: { ...providers.mail, from: parseSender(config.emailFrom) },
    teamEmail: config.teamEmail,
    authenticate: async () => ({ ok: false, code: 'invalid_api_key' }),
    accounts: noAccounts,
    originOf: () => origin,
    origin,
    site: () => site.read(),
    rateLimits: true,
    log: pino({ base: null, level: config.logLevel ?? 'warn' }, pino.destination(2)),
  });
  try {
    // A failed run says so in its report.
    for (const kind of runKinds) await commerce.jobs.run(kind).catch(() => {});
    await commerce.idle();
    return await readRuns(createKysely<DB>(database));
  } finally {
    await commerce.stop();
    await simulation?.stop();
    await database.close();
  }
}
