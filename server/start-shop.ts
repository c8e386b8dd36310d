import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { createKysely } from '@liv-fit/backend/database';
import { answerAfterBody, limitCallers } from '@liv-fit/backend/http';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import type { DB } from '#supabase/kysely.gen.ts';
import { createAccounts } from './accounts/accounts.ts';
import { keepLookupsPrivate } from './api/keep-lookups-private.ts';
import { limitLookups } from './api/limit-lookups.ts';
import { limitMessages } from './api/limit-messages.ts';
import { openOrdersBySession } from './api/open-orders-by-session.ts';
import { sanitizeArticles } from './api/sanitize-articles.ts';
import { createApp } from './app.ts';
import { createCommerce } from './commerce.ts';
import { crawlerRoutes } from './crawlers/crawler-routes.ts';
import { noMailTransport } from './email/mail-transport.ts';
import { parseSender } from './email/parse-sender.ts';
import type { Config } from './env.ts';
import { describeReach, greet } from './greet.ts';
import { createAddressReader } from './http/client-address.ts';
import { listen } from './http/http-server.ts';
import { isExpected } from './http/is-expected.ts';
import { describeListening } from './http/own-addresses.ts';
import { securityHeaders } from './http/security-headers.ts';
import { setClientAddress } from './http/set-client-address.ts';
import { createSiteOrigin } from './http/site-origin.ts';
import { createFileRemover, removeUnusedFiles } from './jobs/remove-unused-files.ts';
import { createPages } from './pages/create-pages.ts';
import { developPages } from './pages/develop-pages.ts';
import { loadBuild } from './pages/load-build.ts';
import { createPageCache, noPageCache } from './pages/page-cache.ts';
import { previewRoutes } from './previews/preview-routes.ts';
import { chooseProviders } from './setup/choose-providers.ts';
import { ensureAdmin } from './setup/ensure-admin.ts';
import { openDatabase } from './setup/open-database.ts';
import { openHostedProject } from './setup/open-hosted-project.ts';
import { openOwnBackend } from './setup/open-own-backend.ts';
import { createSiteReader } from './setup/read-site.ts';
import { seedDemo } from './setup/seed-demo.ts';
import { watchContent } from './setup/watch-content.ts';

export interface ShopOptions {
  config: Config;
  /** The project's folder. */
  root: string;
  development: boolean;
  log: Logger;
}

export interface Shop {
  greeting: string;
  /** Drains and closes everything that was opened. */
  stop(): Promise<void>;
}

const drainMs = 10_000;

/**
 * Opens the shop: port, database, backend, providers, pages, in this order, and closes them in the
 * opposite one. Rejects, with everything closed again, when a part cannot be opened.
 */
export async function startShop(options: ShopOptions): Promise<Shop> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const closer of closers.reverse()) {
      await closer().catch((error) => options.log.error({ err: error }, 'closing failed'));
    }
  };
  try {
    const greeting = await openParts(options, (closer) => closers.push(closer));
    return { greeting, stop: close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openParts(
  { config, root, development, log }: ShopOptions,
  onClose: (closer: () => Promise<unknown>) => void,
): Promise<string> {
  const onError = (error: unknown) => {
    if (!isExpected(error)) log.error({ err: error }, 'unexpected');
  };
  const readAddress = createAddressReader(config.trustProxy);

  const web = await listen(config.port, config.host);
  onClose(() => web.drain(0));
  const siteOrigin = createSiteOrigin(config.siteUrl, describeListening(config.host, web.port));
  const headers = securityHeaders(siteOrigin.default);

  const { database, secrets } = await openDatabase(config, root);
  onClose(() => database.close());
  const site = createSiteReader(database, (message) => log.error(message));
  const db = createKysely<DB>(database);

  const backend = config.hosted
    ? openHostedProject({ hosted: config.hosted, dataDir: config.dataDir }, onError)
    : await openOwnBackend({
        config,
        database,
        secrets,
        siteOrigin,
        site: () => site.read(),
        onError,
      });
  const api = new Hono().use(keepLookupsPrivate, openOrdersBySession, sanitizeArticles);
  if (config.rateLimits) {
    const onSurge = () => log.error('unusually many validity checks: possibly a sweep');
    api.use(limitLookups({ onSurge }), limitMessages());
  }
  api.all('*', (c) => backend.fetch(c.req.raw));
  const inProcess: typeof fetch = async (input, init) => api.fetch(new Request(input, init));

  const seeded = config.seed === 'demo' && (await seedDemo(database, `${root}/supabase/seed.sql`));
  const [credentials, providers] = await Promise.all([
    ensureAdmin({
      database,
      fetch: inProcess,
      authUrl: `${siteOrigin.default}/auth/v1`,
      secretKey: backend.secretKey,
      email: config.admin.email,
      password: config.admin.password,
    }),
    chooseProviders({ config, root, port: web.port, site: () => site.read() }),
  ]);
  if (providers.sandbox) onClose(providers.sandbox.stop);

  const commerce = createCommerce({
    database,
    providers: providers.payments,
    mail: { transport: providers.mail ?? noMailTransport, from: parseSender(config.emailFrom) },
    teamEmail: config.teamEmail,
    authenticate: backend.authenticate,
    accounts: createAccounts({
      fetch: inProcess,
      authUrl: `${siteOrigin.default}/auth/v1`,
      secretKey: backend.secretKey,
    }),
    originOf: siteOrigin.of,
    origin: siteOrigin.default,
    site: () => site.read(),
    rateLimits: config.rateLimits,
    housekeeping: [
      ...backend.housekeeping,
      {
        name: 'unused files',
        everyMs: 24 * 60 * 60_000,
        firstAfterMs: 15 * 60_000,
        run: () =>
          removeUnusedFiles({
            database,
            remove: createFileRemover({
              fetch: inProcess,
              storageUrl: `${siteOrigin.default}/storage/v1`,
              secretKey: backend.secretKey,
            }),
          }),
      },
    ],
    log,
  });
  onClose(() => commerce.stop());

  const cache = config.pageCache && !development ? createPageCache() : noPageCache;
  onClose(await watchContent(database, cache, site));

  const developed = development ? await developPages(root, web.server) : null;
  if (developed) onClose(developed.close);
  const built = developed ? null : await loadBuild(path.join(root, 'build/server/index.js'));
  const pages = createPages({
    build: async () => built ?? (await developed?.build()) ?? unreachable(),
    mode: development ? 'development' : 'production',
    cache,
    headers,
    cacheOriginOf: siteOrigin.known,
    contextOf: async (request) => ({
      fetch: inProcess,
      origin: siteOrigin.of(request.headers.get('host') ?? new URL(request.url).host),
      publishableKey: backend.publishableKey,
      site: await site.read(),
      paymentMethods: {
        stripe: providers.payments.some(({ name }) => name === 'stripe'),
        paypal: providers.payments.some(({ name }) => name === 'paypal'),
      },
      sandbox: providers.sandbox !== null,
      address: request.headers.get('x-forwarded-for') ?? '',
      report: onError,
    }),
    onError,
  });

  const files = path.join(root, development ? 'public' : 'build/client');
  // Rendering calls `api` itself: what a page reads is part of that one request.
  const limited = limitCallers(async (request) => api.fetch(request), backend);
  const app = createApp({
    api: config.rateLimits ? limited : api.fetch,
    functions: commerce.functions,
    webhooks: commerce.webhooks,
    crawlers: crawlerRoutes({ db, site: () => site.read(), originOf: siteOrigin.of }),
    previews: previewRoutes({
      db,
      site: () => site.read(),
      origin: siteOrigin.default,
      assets: files,
      fetch: inProcess,
    }),
    pages,
    siteOrigin,
    publishableKey: backend.publishableKey,
    headers,
    development: development
      ? (await import('./email/preview-mails.ts')).previewMails(
          () => site.read(),
          siteOrigin.default,
        )
      : null,
    checkDatabase: () => database.query({ text: 'select 1' }),
    assets: development ? null : files,
    onError,
  });
  const answer = getRequestListener(answerAfterBody(app.fetch), {
    overrideGlobalObjects: false,
  });
  await commerce.start();
  onClose(
    await database.listen('contact_received', () => {
      commerce.jobs.run('contacts').catch(onError);
    }),
  );
  web.serve((request, response) => {
    setClientAddress(request, readAddress);
    if (developed) developed.middleware(request, response, () => answer(request, response));
    else if (!pages.sendKept(request, response)) answer(request, response);
  });
  onClose(() => web.drain(drainMs));

  return greet({
    shop: siteOrigin.default,
    sandbox: providers.sandbox?.url ?? null,
    simulated: providers.simulated,
    credentials,
    notes: [
      ...(seeded ? ['A demo catalog was added to the empty database.'] : []),
      ...(providers.mail ? [] : ['No email is sent: SMTP_URL is not set.']),
      ...describeReach(config, siteOrigin.default, providers.sandbox),
    ],
  });
}

function unreachable(): never {
  throw new Error('Neither a build nor a development server is there.');
}
