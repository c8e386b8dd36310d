import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { callerOf, createFairQueue, QueueFull } from '@liv-fit/backend/http';
import { createRequestHandler } from 'react-router';
import type { AppContextValues } from '#app/lib/app-context.ts';
import type { StorefrontBuild } from './load-build.ts';
import { noPageCache, type PageCache } from './page-cache.ts';
import { finishPage, type RenderedPage } from './rendered-page.ts';
import { sendPage } from './send-page.ts';

/**
 * Rendering is one thread's work: more pages at once only hold more half-finished ones in memory
 * (measured: 80 MB more at 50, and nothing faster).
 */
const rendersAtOnce = 4;
/** Pages that may wait to be rendered, and of those of one network: a full classroom's. */
const waitingPages = { longest: 1_000, perCaller: 60 };

export interface PagesOptions {
  /** In development asked for at every request, since it changes under us. */
  build: StorefrontBuild | (() => Promise<StorefrontBuild>);
  mode: 'production' | 'development';
  cache: PageCache;
  /** What loaders get to know of this request. */
  contextOf: (request: Request) => Promise<AppContextValues>;
  /** The origin under which a page is cached; null for a Host that pages are not cached for. */
  cacheOriginOf: (host: string | undefined) => string | null;
  onError: (error: unknown) => void;
}

export interface Pages {
  /**
   * Sends a cached page at once, with the headers of every answer; false when there is none. Called
   * before the router, which costs a third more processor time for each of them (27 µs a page
   * without it, 36 µs with it).
   */
  sendCached(
    request: IncomingMessage,
    response: ServerResponse,
    headers: Readonly<Record<string, string>>,
  ): boolean;
  /** Renders the page (or waits for a render in progress) and sends it. */
  send(request: Request, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void>;
}

/**
 * Server-rendered pages. They are alike for every visitor, so one rendering without a query string
 * may serve all, and refreshing a stale one happens behind the visitor.
 */
export function createPages(options: PagesOptions): Pages {
  const { cache, cacheOriginOf } = options;

  const handle = createRequestHandler(options.build, options.mode);
  const queue = createFairQueue({ atOnce: rendersAtOnce, ...waitingPages });
  const render = (request: Request, caller?: string): Promise<RenderedPage> =>
    queue(async () => {
      // Between two pages the process takes in what else has come.
      await nextTurn();
      const build = typeof options.build === 'function' ? await options.build() : options.build;
      const context = build.entry.module.createAppContext(await options.contextOf(request));
      return finishPage(await handle(request, context));
    }, caller);

  const keyOf = (request: IncomingMessage): string | null => {
    if (cache === noPageCache || (request.method !== 'GET' && request.method !== 'HEAD'))
      return null;
    const path = request.url ?? '/';
    // A request line may also hold a whole address; such a request is rendered, never cached.
    if (!path.startsWith('/') || path.includes('?')) return null;
    const origin = cacheOriginOf(request.headers.host);
    return origin && origin + path;
  };

  const refresh = (key: string): void => {
    cache.fill(key, () => render(new Request(key))).catch(options.onError);
  };

  return {
    sendCached(request, response, headers) {
      const key = keyOf(request);
      const cached = key ? cache.get(key) : undefined;
      if (!key || !cached) return false;
      if (cached.stale) refresh(key);
      sendPage(request, response, cached.page, headers);
      return true;
    },
    async send(request, incoming, outgoing) {
      const key = keyOf(incoming);
      const caller = callerOf(request.headers) ?? undefined;
      const rendered = key
        ? cache.fill(key, () => render(new Request(key), caller))
        : render(request.method === 'HEAD' ? asGet(request) : request, caller);
      const page = await rendered.catch((error) => {
        if (error instanceof QueueFull) return null;
        throw error;
      });
      if (page) sendPage(incoming, outgoing, page);
      else refuse(outgoing);
    },
  };
}

/** So many of this network's pages wait already that one more would only wait longer. */
function refuse(response: ServerResponse): void {
  response.writeHead(429, { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '5' });
  response.end('Too many requests. Please wait a moment.\n');
}

/**
 * HEAD answers the headers that GET would, so the page is made all the same; its body is not sent.
 */
function asGet({ url, headers, signal }: Request): Request {
  return new Request(url, { headers, signal });
}
