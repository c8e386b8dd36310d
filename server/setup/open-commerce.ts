import { hostname } from 'node:os';
import type { Database } from '@liv-fit/backend/database';
import { type AccountsSetup, createAccounts } from '#server/accounts/accounts.ts';
import type { Authenticity } from '#server/authenticity/authenticity.ts';
import { type Commerce, createCommerce } from '#server/commerce.ts';
import { parseSender } from '#server/email/parse-sender.ts';
import type { FunctionDeps } from '#server/functions/function-handler.ts';
import { examineShop } from '#server/health/examine-shop.ts';
import { createAlerts } from '#server/health/send-alert.ts';
import { watchDatabase } from '#server/health/watch-database.ts';
import type { SiteOrigin } from '#server/http/site-origin.ts';
import { createFileRemover, removeUnusedFiles } from '#server/jobs/remove-unused-files.ts';
import { systemTimers } from '#server/jobs/timers.ts';
import type { Providers } from './choose-providers.ts';
import { freeBytes } from './free-bytes.ts';
import { openBackups } from './open-backups.ts';
import type { OpenedBackend } from './open-own-backend.ts';
import type { SiteReader } from './read-site.ts';
import type { SellingRulesReader } from './selling-rules-reader.ts';
import type { Startup } from './startup.ts';

export interface CommerceParts {
  database: Database;
  site: SiteReader;
  sellingRules: SellingRulesReader;
  siteOrigin: SiteOrigin;
  backend: OpenedBackend;
  accounts: AccountsSetup;
  authenticity: Authenticity;
  providers: Providers;
  renderPage: FunctionDeps['renderPage'];
}

/** Composes commerce from the shop's configuration. Nothing runs before `startCommerce`. */
export async function openCommerce(
  { config, root, log, onClose }: Startup,
  parts: CommerceParts,
): Promise<Commerce> {
  const { database, backend, accounts, providers, siteOrigin } = parts;
  const remove = createFileRemover({
    fetch: accounts.fetch,
    storageUrl: `${siteOrigin.default}/storage/v1`,
    secretKey: backend.secretKey,
  });
  const backups = await openBackups(config, database, (message) => log.warn(message));
  const commerce = createCommerce({
    database,
    providers: providers.payments,
    mail: { ...providers.mail, from: parseSender(config.emailFrom) },
    teamEmail: config.teamEmail,
    authenticate: backend.authenticate,
    accounts: createAccounts(accounts),
    authenticity: parts.authenticity,
    originOf: siteOrigin.of,
    origin: siteOrigin.default,
    site: () => parts.site.read(),
    sellingRules: () => parts.sellingRules.read(),
    rateLimits: config.rateLimits,
    watch: {
      freeBytes: () => freeBytes(config.dataDir),
      backupPlace: backups.place,
      machine: hostname(),
      alert: createAlerts(config.alertWebhookUrl),
    },
    examine: () =>
      examineShop({
        config,
        root,
        database,
        providers: providers.payments,
        origin: siteOrigin.default,
      }),
    withArchive: backups.withArchive,
    renderPage: parts.renderPage,
    housekeeping: [
      ...backups.jobs,
      ...backend.housekeeping,
      {
        name: 'unused files',
        everyMs: 24 * 60 * 60_000,
        firstAfterMs: 15 * 60_000,
        run: () => removeUnusedFiles({ database, remove }),
      },
    ],
    log,
  });
  onClose(() => commerce.stop());
  return commerce;
}

/** Starts sending emails, running jobs and announcing messages to the team. */
export async function startCommerce(
  { config, log, onClose, onError }: Startup,
  { database, siteOrigin }: Pick<CommerceParts, 'database' | 'siteOrigin'>,
  commerce: Commerce,
): Promise<void> {
  await commerce.start();
  const stopWatching = watchDatabase({
    database,
    timers: systemTimers,
    log,
    alert: createAlerts(config.alertWebhookUrl),
    shop: siteOrigin.default,
  });
  onClose(async () => stopWatching());
  const woken = {
    contact_received: 'contacts',
    passport_due: 'passports',
    order_cancelled: 'cancelled',
  };
  for (const [channel, job] of Object.entries(woken)) {
    onClose(
      await database.listen(channel, () => {
        commerce.jobs.run(job).catch(onError);
      }),
    );
  }
}
