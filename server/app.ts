import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { isOutage } from '@liv-fit/backend/database';
import { answerAfterBody, networkOf, workFor } from '@liv-fit/backend/http';
import { Hono, type MiddlewareHandler } from 'hono';
import type { AccessLog } from './http/access-log.ts';
import { createBeginInTurn } from './http/begin-in-turn.ts';
import { boundRequests, comingBody, kindOfRequest, refuseBusy } from './http/bound-requests.ts';
import type { AddressReader } from './http/client-address.ts';
import { databaseRetryAfterSeconds } from './http/database-outage.ts';
import type { Listener } from './http/http-server.ts';
import { paceRefusals } from './http/pace-refusals.ts';
import { paceRequests, type RequestPace } from './http/pace-requests.ts';
import { isBrokenOff } from './http/read-body.ts';
import { requestIdOf, withRequestId } from './http/request-id.ts';
import { setClientAddress } from './http/set-client-address.ts';
import type { SiteOrigin } from './http/site-origin.ts';
import type { Pages } from './pages/create-pages.ts';
import type { DevelopmentBuild } from './pages/develop-pages.ts';
import { readPageRequest } from './pages/read-page-request.ts';
import type { Tracing } from './tracing/tracing.ts';

export interface AppMetrics {
  watch(listener: Listener): Listener;
  countCachedPage(): void;
  /** Answers a request for the metrics; returns false for any other request. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
}

export interface AppParts {
  /** REST API, accounts and storage: ours, or a hosted project's. */
  api: (request: Request) => Response | Promise<Response>;
  functions: Hono;
  webhooks: Hono;
  /** Batch passports, the log, the keys and the recalls, as JSON. */
  authenticity: Hono;
  /** Sitemap, robots.txt and feed. */
  crawlers: Hono;
  /** Preview pictures for shared links. */
  previews: Hono;
  pages: Pages;
  siteOrigin: SiteOrigin;
  publishableKey: string;
  /** Sent with every response but refusals of the pace, unless it sets the same header itself. */
  headers: Readonly<Record<string, string>>;
  readAddress: AddressReader;
  /** Beyond it, a network's requests wait; null for no limit. */
  pace: RequestPace | null;
  /** Why no requests should be sent here, in words for the operator; null if the shop is ready. */
  whyNotReady: () => Promise<string | null>;
  /** Development tools; null in production. */
  development: { routes: Hono; vite: Pick<DevelopmentBuild, 'middleware'> } | null;
  /** Folder of the built assets; null in development, where Vite serves them. */
  assets: string | null;
  /** Folder of the assets of all replicas' builds; null if each replica serves only its own. */
  sharedAssets: string | null;
  /** Measures requests; null if metrics are off. */
  metrics: AppMetrics | null;
  /** Traces requests; null if traces are not collected. */
  tracing: Pick<Tracing, 'watch' | 'within'> | null;
  /** Logs every request; null if it is off. */
  accessLog: AccessLog | null;
  onError: (error: unknown) => void;
}

/**
 * Everything the shop answers, in the order in which it is tried: cached pages, in development
 * Vite's own paths, then the router's list. Whatever applies to every response is done here.
 */
export function createApp(parts: AppParts): Listener {
  const { pages, development, metrics, tracing, accessLog } = parts;
  const router = createRouter(parts);
  // A refusal that is sent late costs nothing while it waits, so it frees its slot at once.
  const leaving = new WeakMap<HttpBindings['outgoing'], () => void>();
  const paced = paceRefusals(router.fetch, ({ incoming, outgoing }: HttpBindings) => {
    // As long as the body is still being received, the request keeps its slot.
    if (incoming.complete) leaving.get(outgoing)?.();
  });
  const route = getRequestListener(answerAfterBody(paced), { overrideGlobalObjects: false });
  const beginInTurn = createBeginInTurn();
  const admit = boundRequests();
  const answer: Listener = (request, response) => {
    if (metrics?.answer(request, response)) return;
    // Written along with the page's own headers, before anything that cached pages don't need: this
    // saves 12% of cached pages per second.
    const requestId = requestIdOf(request);
    accessLog?.(request, response, requestId);
    const headers = { ...parts.headers, 'x-request-id': requestId };
    if (pages.sendCached(request, response, headers)) {
      metrics?.countCachedPage();
      return;
    }
    setClientAddress(request, parts.readAddress);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const visitor = networkOf(String(request.headers['x-forwarded-for'] ?? ''));
    const kind = pages.isShared(request) ? 'preferred' : kindOfRequest(request);
    if (kind) {
      const leave = admit(visitor, kind, comingBody(request));
      if (!leave) {
        refuseBusy(response);
        return;
      }
      response.once('close', leave);
      leaving.set(response, leave);
    }
    const answerVisitor = () =>
      workFor(visitor, () => {
        if (!development) route(request, response);
        else development.vite.middleware(request, response, () => route(request, response));
      });
    const begin = () =>
      withRequestId(
        requestId,
        tracing ? () => tracing.within(request, answerVisitor) : answerVisitor,
      );
    // Not queued: whoever checks whether the process is alive might otherwise kill it.
    if (!kind && request.url === '/healthz') begin();
    else beginInTurn(visitor, begin);
  };
  const traced = tracing ? tracing.watch(answer) : answer;
  const watched = metrics ? metrics.watch(traced) : traced;
  return parts.pace ? paceRequests(watched, parts.readAddress, parts.pace) : watched;
}

function createRouter(parts: AppParts): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();

  app.onError((error, c) => {
    if (isBrokenOff(error)) return c.body(null, 400);
    parts.onError(error);
    if (isOutage(error)) {
      c.header('retry-after', databaseRetryAfterSeconds);
      const message = 'The shop is not responding right now. Please try again.';
      return c.json({ error: { code: 'database_unavailable', message } }, 503);
    }
    return c.json(
      { error: { code: 'internal', message: 'Something went wrong on our side.' } },
      500,
    );
  });

  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) => {
    const reason = await parts.whyNotReady();
    return reason === null ? c.json({ status: 'ready' }) : c.json({ status: reason }, 503);
  });
  app.get('/config.json', (c) =>
    c.json({
      url: parts.siteOrigin.of(c.req.header('host')),
      publishableKey: parts.publishableKey,
    }),
  );

  for (const path of ['/rest/v1/*', '/auth/v1/*', '/storage/v1/*']) {
    app.all(path, (c) => parts.api(c.req.raw));
  }
  app.route('/functions/v1', parts.functions);
  app.route('/webhooks', parts.webhooks);
  if (parts.development) app.route('/dev', parts.development.routes);
  app.route('/', parts.authenticity);
  app.route('/', parts.crawlers);
  app.route('/previews', parts.previews);

  if (parts.assets) {
    const forGood = 'public, max-age=31536000, immutable';
    app.get('/assets/*', cacheFor(forGood));
    if (parts.sharedAssets) {
      app.get(
        '/assets/*',
        cacheFor(forGood, parts.sharedAssets, (path) => path.slice('/assets'.length)),
      );
    }
    app.get('/media/*', cacheFor('public, max-age=86400, stale-while-revalidate=604800'));
    // Tells an open tab that it is older than the build.
    app.get('/build.txt', cacheFor('no-cache'));
    app.get('/:file{[^/]+\\.[a-z0-9]+}', cacheFor('public, max-age=3600'));
  }

  app.all('*', async (c) => {
    const request = await readPageRequest(c.req.raw);
    if (request instanceof Response) return request;
    if (await parts.pages.send(request, c.env.incoming, c.env.outgoing)) {
      return RESPONSE_ALREADY_SENT;
    }
    return c.text('Too many requests. Please wait a moment.\n', 429, { 'retry-after': '5' });
  });
  return app;

  function cacheFor(
    cacheControl: string,
    root = parts.assets ?? '',
    rewriteRequestPath = (path: string) => path,
  ): MiddlewareHandler {
    const find = serveStatic({ root, precompressed: true, rewriteRequestPath });
    return async (c, next) => {
      const found = await find(c, next);
      // `onFound` runs after the response has been created, too late to set a header.
      if (found instanceof Response && found.ok) found.headers.set('cache-control', cacheControl);
      return found;
    };
  }
}
