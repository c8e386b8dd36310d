import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createKysely, type Database, DatabaseInUse } from '@liv-fit/backend/database';
import { Hono } from 'hono';
import { createCheckLimits } from './api/limit-lookups.ts';
import type { Commerce } from './commerce.ts';
import { describeFailure } from './describe-failure.ts';
import { checkDemo, checkKeys, checkOpening } from './doctor/check-opening.ts';
import { type Config, isLoopbackSite } from './env.ts';
import { readFirstDay } from './first-day/read-first-day.ts';
import { isHarmlessError } from './http/is-harmless-error.ts';
import type { DB } from './orders/tables.ts';
import {
  chooseProviders,
  type Providers,
  type SharedSimulation,
  startSimulation,
} from './setup/choose-providers.ts';
import { ensureAdmin, requireGoodPassword } from './setup/ensure-admin.ts';
import { beginFirstStart, isFirstStart } from './setup/first-start.ts';
import { freeBytes } from './setup/free-bytes.ts';
import { type Api, openApi } from './setup/open-api.ts';
import { openApp } from './setup/open-app.ts';
import { openAuthenticity } from './setup/open-authenticity.ts';
import { openBackend } from './setup/open-backend.ts';
import { openCommerce, startCommerce } from './setup/open-commerce.ts';
import { openDatabase } from './setup/open-database.ts';
import { openMetrics } from './setup/open-metrics.ts';
import { type OpenedPages, openPages } from './setup/open-pages.ts';
import { openRouteTemplates } from './setup/open-route-templates.ts';
import { openTracing } from './setup/open-tracing.ts';
import { openWeb } from './setup/open-web.ts';
import { createSiteReader } from './setup/read-site.ts';
import { createReadiness } from './setup/readiness.ts';
import { newestMigration } from './setup/require-current-program.ts';
import { seedBatches } from './setup/seed-batches.ts';
import { seedDemo } from './setup/seed-demo.ts';
import { createSellingRulesReader } from './setup/selling-rules-reader.ts';
import { shopMigrations } from './setup/shop-migrations.ts';
import type { ShopOptions, Startup } from './setup/startup.ts';
import { describeReach, startupMessage } from './startup-message.ts';

export interface Shop {
  greeting: string;
  /** From now on, reports that requests should go elsewhere, while still answering them. */
  announceEnd(): void;
  /**
   * Closes what was opened, after giving running requests the grace period. The process must exit
   * afterwards.
   */
  close(): Promise<void>;
}

/** The initial content of an empty database, by SEED. */
const seedFiles = {
  none: [],
  demo: ['seed.sql'],
  'demo-full': ['seed.sql', 'seed-full.sql'],
};

/** When closing, how long running requests get. */
const graceMs = 10_000;
/**
 * The maximum time for closing, whatever a part waits for: a database that accepts connections but
 * never answers keeps several of them waiting. Two seconds less than docs/operating.md says, which
 * the process needs to exit.
 */
const closeMs = 13_000;
/** Callers' own queries get less time, so that the shop's work for them can still finish. */
const callersGraceMs = 1_000;

/**
 * Opens the shop: port, database, backend, providers, commerce, pages and the app, in this order,
 * and closes them in reverse. Rejects, with everything closed again, if a part can't be opened, or
 * between two steps if the process is told to shut down; a first start then leaves nothing behind.
 */
export async function startShop(options: ShopOptions): Promise<Shop> {
  const { log } = options;
  const closers: (() => Promise<unknown>)[] = [];
  const closeAll = async () => {
    for (const closer of closers.reverse()) {
      await closer().catch((error) => log.error({ err: error }, 'closing failed'));
    }
    return 'closed' as const;
  };
  const close = async () => {
    const ended = await Promise.race([closeAll(), sleep(closeMs, 'late' as const, { ref: false })]);
    if (ended === 'late') log.warn('Closing took too long, so the process ends without the rest.');
  };
  const begun = beginFirstStart(options.config);
  try {
    const parts = await openParts({
      ...options,
      onClose: (closer) => closers.push(closer),
      onError: (error) => {
        if (!isHarmlessError(error)) log.error({ err: error }, 'unexpected');
      },
    });
    return { ...parts, close };
  } catch (error) {
    await close();
    if (!(error instanceof DatabaseInUse)) await begun?.undo();
    throw error;
  }
}

async function openParts(startup: Startup): Promise<Omit<Shop, 'close'>> {
  const { config, root, log, signal, onClose, onError } = startup;

  const web = await openWeb(startup);
  const { siteOrigin } = web;

  const names = [new URL(siteOrigin.default).hostname];
  // In an existing shop the owner already has an account, whose own password applies.
  if (isFirstStart(config)) await requireGoodPassword({ ...config.admin, names });
  const templates = openRouteTemplates();
  const tracing = await openTracing(startup, templates.of);
  const { database: opened, secrets } = await openDatabase(config, root, {
    seconds: config.databaseWaitSeconds,
    signal,
    onWaiting: (error) =>
      log.warn(`${describeFailure(error)} Trying for ${config.databaseWaitSeconds} s.`),
  });
  onClose(() => opened.close());
  const database = tracing ? tracing.traceDatabase(opened) : opened;
  const readiness = createReadiness({
    database,
    program: await newestMigration(shopMigrations(root).directory),
    freeBytes: () => freeBytes(config.dataDir),
    onError,
  });
  const site = createSiteReader(database, (message) => log.error(message));
  const sellingRules = createSellingRulesReader(database);
  const readSite = () => site.read();

  const backend = await openBackend(startup, { database, secrets, siteOrigin, site: readSite });
  const { publishableKey, secretKey } = backend;
  const limits = createCheckLimits(database);
  const api = openApi(startup, backend, database, limits);
  const accounts = { fetch: api.fetch, authUrl: `${siteOrigin.default}/auth/v1`, secretKey };
  const storage = {
    fetch: api.fetch,
    storageUrl: `${siteOrigin.default}/storage/v1`,
    secretKey,
  };
  const authenticity = await openAuthenticity(startup, { database, limits, storage });

  // Not between the seeds and their batches, which are created only once.
  signal.throwIfAborted();
  const seeds = seedFiles[config.seed].map((name) => `${root}/supabase/${name}`);
  const seeded = seeds.length > 0 && (await seedDemo(database, seeds));
  const demoCodes = path.join(config.dataDir, 'demo-unit-codes.csv');
  let hasDemoCodes = false;
  if (seeded) {
    const context = { ...authenticity, db: createKysely<DB>(database), now: () => new Date() };
    hasDemoCodes = await seedBatches(context, demoCodes).catch((error) => {
      onError(error);
      return false;
    });
  }
  signal.throwIfAborted();
  // Loaded before the first caller arrives: a sign-up's email needs it inside its transaction.
  await site.read();
  const simulation = await openSimulation(startup, web.port);
  const chosen = await chooseProviders({
    config,
    simulation,
    site: readSite,
    store: database,
  });
  const providers = tracing ? tracing.traceProviders(chosen) : chosen;

  signal.throwIfAborted();
  const parts = { database, site, sellingRules, siteOrigin, publishableKey };
  // Set below: pages need commerce, and an admin's preview needs pages.
  let preview: OpenedPages['preview'] | null = null;
  const commerce = await openCommerce(startup, {
    ...parts,
    renderPage: async (path, change, authorization) =>
      (await preview?.(siteOrigin.default + path, (values) => ({
        ...values,
        site: change(values.site),
        // Content read with these rights must not be cached for anybody else.
        ...(authorization && { fetch: fetchAs(authorization, values.fetch), keep: undefined }),
      }))) ?? '',
    backend,
    accounts,
    authenticity,
    providers,
  });
  const pages = await openPages(startup, {
    ...parts,
    web,
    fetch: fetchForPages(api, commerce),
    providers,
  });
  preview = pages.preview;
  templates.know(pages.paths);
  const templateOf = templates.of;
  const metrics = await openMetrics(startup, database, templateOf);
  const watching = { readiness, metrics, tracing, templateOf };
  const listener = await openApp(startup, { ...parts, api, commerce, pages, ...watching });

  signal.throwIfAborted();
  await startCommerce(startup, parts, commerce);
  signal.throwIfAborted();
  // Last, so that a failed start doesn't create the account and lose its password.
  const credentials = await ensureAdmin({ ...accounts, ...config.admin, database, names });
  web.serve(listener);
  onClose(async () => {
    const timer = setTimeout(() => database.closeToCallers(), callersGraceMs);
    await web.close(graceMs);
    clearTimeout(timer);
  });

  const greeting = startupMessage({
    name: (await readSite()).brand,
    shop: siteOrigin.default,
    sandbox: simulation?.url ?? null,
    simulated: providers.simulated,
    credentials,
    notes: [
      ...(seeded ? ['A demo catalog was added to the empty database.'] : []),
      ...(hasDemoCodes ? [`Unit codes to try are in ${demoCodes}.`] : []),
      ...(providers.mail.server !== 'none' ? [] : ['No email is sent: SMTP_URL is not set.']),
      ...(isLoopbackSite(config) ? [] : await adviseOpening(config, database, providers)),
      ...describeReach(config, siteOrigin.default, simulation),
    ],
  });
  return {
    greeting,
    announceEnd() {
      readiness.end();
      web.endConnections();
    },
  };
}

/** In-process fetch for the REST API and the shop's own endpoints. */
function fetchForPages(api: Api, { functions, authenticity }: Commerce): typeof fetch {
  const own = new Hono().route('/functions/v1', functions).route('/', authenticity);
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    return /^\/(?:rest|auth|storage)\/v1\//.test(pathname)
      ? api.fetch(request)
      : own.fetch(request);
  };
}

/** Sends requests with an admin's own rights instead of anonymously. */
function fetchAs(authorization: string, send: typeof fetch): typeof fetch {
  return (input, init) => {
    const request = new Request(input, init);
    request.headers.set('authorization', authorization);
    return send(request);
  };
}

/** With several processes, the leader has started it for all. */
async function openSimulation(
  { shared, config, root, onClose }: Startup,
  port: number,
): Promise<SharedSimulation | null> {
  if (shared) return shared.simulation;
  const simulation = await startSimulation({ config, root, port });
  if (simulation) onClose(simulation.stop);
  return simulation;
}

/** What should be changed before a shop opens to others, one line each. */
async function adviseOpening(
  config: Config,
  database: Database,
  { payments, mail }: Providers,
): Promise<string[]> {
  const facts = await readFirstDay({ db: createKysely<DB>(database), providers: {} }, mail.server);
  const findings = [
    ...checkDemo(facts),
    ...checkOpening(config.admin.email),
    ...checkKeys(payments),
  ];
  return findings.map(({ detail }) => detail);
}
