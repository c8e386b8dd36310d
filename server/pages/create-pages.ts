import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { callerOf, createFairQueue, QueueFull } from '@liv-fit/backend/http';
import { createRequestHandler } from 'react-router';
import type { AppContextValues } from '#app/lib/app-context.ts';
import type { StorefrontBuild } from './load-build.ts';
import { noPageCache, type PageCache } from './page-cache.ts';
import { createPagePath } from './page-path.ts';
import { finishPage, type RenderedPage } from './rendered-page.ts';
import { sendPage } from './send-page.ts';

/**
 * Limits on pages whose data is being read. A network gets 20 of the 300, so that others find room
 * while its reads are slow. With another 44 waiting it can request 64 at once, enough for a school
 * class that shares an address.
 */
const reading = { atOnce: 300, share: 20, longest: 1_000, perCaller: 44 };
/**
 * Limits on pages being rendered. All rendering is done by one thread, so more at once would only
 * hold more half-finished pages in memory (measured: 80 MB more at 50, and nothing faster).
 */
const rendering = { atOnce: 4, longest: reading.atOnce };

export interface PagesOptions {
  /** Called on every request in development, since the build changes. */
  build: StorefrontBuild | (() => Promise<StorefrontBuild>);
  mode: 'production' | 'development';
  cache: PageCache;
  /** The loader context of this request. */
  contextOf: (request: Request) => Promise<AppContextValues>;
  /** The origin under which a page is cached; null if pages are not cached for this Host. */
  cacheOriginOf: (host: string | undefined) => string | null;
  onError: (error: unknown) => void;
}

export interface Pages {
  /**
   * Sends a cached page at once, with the headers of every response; false if there is none. Called
   * before the router, which would take a third more processor time per page (27 µs without it, 36
   * µs with it).
   */
  sendCached(
    request: IncomingMessage,
    response: ServerResponse,
    headers: Readonly<Record<string, string>>,
  ): boolean;
  /** Whether the page is shared by all visitors. */
  isShared(request: IncomingMessage): boolean;
  /** Renders a page with different settings, without caching it. */
  preview(url: string, change: (values: AppContextValues) => AppContextValues): Promise<string>;
  /**
   * Renders the page (or waits for one being rendered) and sends it; false if its network has too
   * many waiting.
   */
  send(request: Request, incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean>;
}

/**
 * Server-rendered pages. They are the same for every visitor, so one rendering can serve all of
 * them, and a stale page is refreshed in the background.
 */
export function createPages(options: PagesOptions): Pages {
  const { cache, cacheOriginOf } = options;

  const handle = createRequestHandler(options.build, options.mode);
  const readInTurn = createFairQueue(reading);
  const renderInTurn = createFairQueue(rendering);
  const beginOneByOne = createFairQueue({ atOnce: 1, longest: Number.POSITIVE_INFINITY });
  /** Rendering is queued on the caller's behalf. */
  const render = async (request: Request, caller?: string): Promise<RenderedPage> => {
    // Between two pages, the process accepts other incoming requests; otherwise, pages that read
    // nothing would all be rendered in one go.
    await beginOneByOne(() => nextTurn(), caller);
    const build = typeof options.build === 'function' ? await options.build() : options.build;
    const values = await options.contextOf(request);
    const context = build.entry.module.createAppContext({
      ...values,
      renderInTurn: (work) =>
        renderInTurn(async () => {
          // Yields to the event loop between two pages.
          await nextTurn();
          return work();
        }, caller),
    });
    return finishPage(await handle(request, context));
  };

  // In development nothing is cached.
  const pagePath =
    typeof options.build === 'function' ? () => null : createPagePath(options.build.routes);
  const keyOf = (request: IncomingMessage): string | null => {
    if (cache === noPageCache || (request.method !== 'GET' && request.method !== 'HEAD'))
      return null;
    const path = pagePath(request.url ?? '/');
    const origin = path && cacheOriginOf(request.headers.host);
    return origin && origin + path;
  };

  const refreshing = new Set<string>();
  const refresh = (key: string): void => {
    if (refreshing.has(key)) return;
    refreshing.add(key);
    cache
      .fill(key, () => render(new Request(key)), readInTurn)
      .catch(options.onError)
      .finally(() => refreshing.delete(key));
  };

  return {
    sendCached(request, response, headers) {
      const key = keyOf(request);
      const cached = key ? cache.get(key) : undefined;
      if (!key || !cached) return false;
      if (cached.stale) refresh(key);
      sendPage(request, response, cached.page, { effort: 'kept', headers });
      return true;
    },
    isShared(request) {
      const key = keyOf(request);
      return key !== null && cache.knows(key);
    },
    async preview(url, change) {
      const request = new Request(url);
      const build = typeof options.build === 'function' ? await options.build() : options.build;
      const values = change(await options.contextOf(request));
      const response = await handle(request, build.entry.module.createAppContext(values));
      return response.text();
    },
    async send(request, incoming, outgoing) {
      const key = keyOf(incoming);
      const caller = callerOf(request.headers) ?? undefined;
      const rendered = key
        ? cache.fill(
            key,
            () => render(new Request(key), caller),
            (work) => readInTurn(work, caller),
          )
        : readInTurn(
            () => render(request.method === 'HEAD' ? asGet(request) : request, caller),
            caller,
          );
      const page = await rendered.catch((error) => {
        if (error instanceof QueueFull) return null;
        throw error;
      });
      if (page) sendPage(incoming, outgoing, page, { effort: 'once' });
      return page !== null;
    },
  };
}

/**
 * HEAD returns the headers that GET would, so the page is rendered all the same, but its body is
 * not sent.
 */
function asGet({ url, headers, signal }: Request): Request {
  return new Request(url, { headers, signal });
}
