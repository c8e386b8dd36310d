import path from 'node:path';
import { createKysely, type Database } from '@liv-fit/backend/database';
import { type AppMetrics, createApp } from '#server/app.ts';
import type { Commerce } from '#server/commerce.ts';
import { crawlerRoutes } from '#server/crawlers/crawler-routes.ts';
import { describeFailure } from '#server/describe-failure.ts';
import { createAccessLog } from '#server/http/access-log.ts';
import { createAddressReader } from '#server/http/client-address.ts';
import type { Listener } from '#server/http/http-server.ts';
import { requestPace } from '#server/http/pace-requests.ts';
import { securityHeaders } from '#server/http/security-headers.ts';
import type { SiteOrigin } from '#server/http/site-origin.ts';
import { previewRoutes } from '#server/link-previews/preview-routes.ts';
import { shareAssets, shareEvery } from '#server/pages/share-assets.ts';
import type { Tracing } from '#server/tracing/tracing.ts';
import { ConfigError } from '#server/variables.ts';
import type { DB } from '#supabase/kysely.gen.ts';
import type { Api } from './open-api.ts';
import type { OpenedPages } from './open-pages.ts';
import type { SiteReader } from './read-site.ts';
import type { Readiness } from './readiness.ts';
import type { Startup } from './startup.ts';

export interface AppOpening {
  database: Database;
  site: SiteReader;
  siteOrigin: SiteOrigin;
  publishableKey: string;
  api: Api;
  commerce: Commerce;
  pages: OpenedPages;
  readiness: Readiness;
  metrics: AppMetrics | null;
  tracing: Tracing | null;
  templateOf: (path: string) => string;
}

/** Everything the shop answers, as a listener for a Node server. */
export async function openApp(startup: Startup, parts: AppOpening): Promise<Listener> {
  const { config, root, development, log, onError } = startup;
  const { database, siteOrigin, commerce, pages } = parts;
  const db = createKysely<DB>(database);
  const site = () => parts.site.read();
  const origin = siteOrigin.default;
  const files = path.join(root, development ? 'public' : 'build/client');
  return createApp({
    api: parts.api.answer,
    functions: commerce.functions,
    webhooks: commerce.webhooks,
    authenticity: commerce.authenticity,
    crawlers: crawlerRoutes({ db, site, originOf: siteOrigin.of }),
    previews: previewRoutes({ db, site, origin, assets: files, fetch: parts.api.fetch }),
    pages,
    siteOrigin,
    publishableKey: parts.publishableKey,
    headers: securityHeaders(origin),
    readAddress: createAddressReader(config.trustProxy),
    // Vite sends every module of a page on its own.
    pace: config.rateLimits && !development ? requestPace : null,
    development: pages.development && {
      routes: (await import('#server/email/preview-mails.ts')).previewMails(site, origin),
      vite: pages.development,
    },
    whyNotReady: parts.readiness.whyNot,
    assets: development ? null : files,
    sharedAssets: development ? null : await openSharedAssets(startup, path.join(files, 'assets')),
    metrics: parts.metrics,
    tracing: parts.tracing,
    accessLog:
      config.accessLog === 'off'
        ? null
        : createAccessLog({
            log,
            templateOf: parts.templateOf,
            all: config.accessLog === 'all',
          }),
    onError,
  });
}

/** Shares this build's files at startup, and as long as the shop runs. */
async function openSharedAssets(
  { config, onClose, onError }: Startup,
  assets: string,
): Promise<string | null> {
  const shared = config.assetsDir;
  if (!shared) return null;
  const share = () => shareAssets({ assets, shared, now: Date.now() });
  await share().catch((error) => {
    throw new ConfigError(`ASSETS_DIR: ${shared} cannot be used: ${describeFailure(error)}`);
  });
  const timer = setInterval(() => share().catch(onError), shareEvery);
  onClose(async () => clearInterval(timer));
  return shared;
}
