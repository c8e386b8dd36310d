import path from 'node:path';
import type { Database } from '@liv-fit/backend/database';
import type { SiteOrigin } from '#server/http/site-origin.ts';
import { createPages, type Pages, type PagesOptions } from '#server/pages/create-pages.ts';
import { type DevelopmentBuild, openDevelopmentPages } from '#server/pages/develop-pages.ts';
import { loadBuild, type StorefrontBuild } from '#server/pages/load-build.ts';
import { createPageCache, noPageCache } from '#server/pages/page-cache.ts';
import { describeMethods } from '#server/payments/payment-methods.ts';
import { createKeptContent } from './cached-content.ts';
import type { Providers } from './choose-providers.ts';
import { invalidatePagesOnChange } from './invalidate-pages-on-change.ts';
import type { Web } from './open-web.ts';
import type { SiteReader } from './read-site.ts';
import { type SellingRulesReader, sellingRuleTables } from './selling-rules-reader.ts';
import type { Startup } from './startup.ts';

export interface PagesParts {
  web: Web;
  database: Database;
  site: SiteReader;
  sellingRules: SellingRulesReader;
  siteOrigin: SiteOrigin;
  publishableKey: string;
  /** In-process fetch for the REST API, accounts, storage and the shop's own JSON endpoints. */
  fetch: typeof fetch;
  providers: Providers;
}

export interface OpenedPages extends Pages {
  /** Paths served by Vite in development; null for the built storefront. */
  development: DevelopmentBuild | null;
  /** The pages' path patterns; empty in development. */
  paths: readonly string[];
}

/** The built storefront or, in development, one compiled on demand. */
export async function openPages(startup: Startup, parts: PagesParts): Promise<OpenedPages> {
  const { config, onClose, onError } = startup;
  const { database, site, sellingRules, siteOrigin, providers } = parts;
  const cache = config.pageCache && !startup.development ? createPageCache() : noPageCache;
  const content = createKeptContent(['blog_posts', 'testimonials', 'partners']);
  onClose(
    await invalidatePagesOnChange(database, cache, [
      { tables: ['site_settings', 'text_versions'], refresh: site.refresh },
      { tables: sellingRuleTables, refresh: sellingRules.refresh },
      content,
    ]),
  );
  const { build, development } = await openBuild(startup, parts.web);
  const paymentMethods = describeMethods(providers.payments.map(({ name }) => name));
  const pages = createPages({
    build,
    mode: development ? 'development' : 'production',
    cache,
    cacheOriginOf: siteOrigin.known,
    contextOf: async (request) => ({
      fetch: parts.fetch,
      origin: siteOrigin.of(request.headers.get('host') ?? new URL(request.url).host),
      publishableKey: parts.publishableKey,
      site: await site.read(),
      selling: await sellingRules.read(),
      paymentMethods,
      sandbox: providers.simulated.length > 0,
      address: request.headers.get('x-forwarded-for') ?? '',
      keep: content.keep,
      report: onError,
    }),
    onError,
  });
  return { ...pages, development, paths: typeof build === 'function' ? [] : pathsOf(build) };
}

/** Pages are at the root or in a layout that has no path of its own. */
function pathsOf({ routes }: StorefrontBuild): string[] {
  return Object.values(routes).flatMap((route) =>
    route && (route.path !== undefined || route.index) ? [`/${route.path ?? ''}`] : [],
  );
}

async function openBuild(
  { root, development, onClose }: Startup,
  web: Web,
): Promise<{ build: PagesOptions['build']; development: DevelopmentBuild | null }> {
  if (development) {
    const developed = await openDevelopmentPages(root, web.server);
    onClose(developed.close);
    return { build: developed.build, development: developed };
  }
  return { build: await loadBuild(path.join(root, 'build/server/index.js')), development: null };
}
