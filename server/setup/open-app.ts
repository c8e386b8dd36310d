import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { createKysely, type Database } from '@liv-fit/backend/database';
import { answerAfterBody } from '@liv-fit/backend/http';
import { createApp } from '#server/app.ts';
import type { Commerce } from '#server/commerce.ts';
import { crawlerRoutes } from '#server/crawlers/crawler-routes.ts';
import { createAddressReader } from '#server/http/client-address.ts';
import type { Listener } from '#server/http/http-server.ts';
import { setClientAddress } from '#server/http/set-client-address.ts';
import type { SiteOrigin } from '#server/http/site-origin.ts';
import { previewRoutes } from '#server/previews/preview-routes.ts';
import type { DB } from '#supabase/kysely.gen.ts';
import type { Api } from './open-api.ts';
import type { OpenedPages } from './open-pages.ts';
import type { SiteReader } from './read-site.ts';
import type { Startup } from './startup.ts';

export interface AppOpening {
  database: Database;
  site: SiteReader;
  siteOrigin: SiteOrigin;
  publishableKey: string;
  api: Api;
  commerce: Commerce;
  pages: OpenedPages;
  headers: Readonly<Record<string, string>>;
}

/** Everything the shop answers, as a listener of a Node server. */
export async function openApp(
  { config, root, development, onError }: Startup,
  parts: AppOpening,
): Promise<Listener> {
  const { database, siteOrigin, commerce, pages } = parts;
  const db = createKysely<DB>(database);
  const site = () => parts.site.read();
  const origin = siteOrigin.default;
  const files = path.join(root, development ? 'public' : 'build/client');
  const app = createApp({
    api: parts.api.answer,
    functions: commerce.functions,
    webhooks: commerce.webhooks,
    crawlers: crawlerRoutes({ db, site, originOf: siteOrigin.of }),
    previews: previewRoutes({ db, site, origin, assets: files, fetch: parts.api.fetch }),
    pages,
    siteOrigin,
    publishableKey: parts.publishableKey,
    headers: parts.headers,
    development: development
      ? (await import('#server/email/preview-mails.ts')).previewMails(site, origin)
      : null,
    checkDatabase: () => database.query({ text: 'select 1' }),
    assets: development ? null : files,
    onError,
  });
  const answer = getRequestListener(answerAfterBody(app.fetch), { overrideGlobalObjects: false });
  const readAddress = createAddressReader(config.trustProxy);
  return (request, response) => {
    setClientAddress(request, readAddress);
    if (pages.development) {
      pages.development.middleware(request, response, () => answer(request, response));
    } else if (!pages.sendKept(request, response)) answer(request, response);
  };
}
