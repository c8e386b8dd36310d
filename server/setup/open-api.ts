import type { Database } from '@liv-fit/backend/database';
import { limitCallers } from '@liv-fit/backend/http';
import { Hono } from 'hono';
import { createCallCounter } from '#server/api/count-calls-together.ts';
import { forbidCachingLookups } from '#server/api/forbid-caching-lookups.ts';
import { limitLookups } from '#server/api/limit-lookups.ts';
import { limitMessages } from '#server/api/limit-messages.ts';
import { limitSearches } from '#server/api/limit-searches.ts';
import { revealOrderToOwner } from '#server/api/reveal-order-to-owner.ts';
import { sanitizeArticles } from '#server/api/sanitize-articles.ts';
import type { CheckLimits } from '#server/authenticity/authenticity.ts';
import type { OpenedBackend } from './open-own-backend.ts';
import type { Startup } from './startup.ts';

/** REST API, accounts and storage, with the shop's own rules in front of the backend. */
export interface Api {
  /** Handles requests from the network. */
  answer(request: Request): Response | Promise<Response>;
  /** For the server's own calls, which are part of a page request and so aren't limited. */
  fetch: typeof fetch;
}

export function openApi(
  { config, log }: Startup,
  backend: OpenedBackend,
  database: Database,
  checkLimits: CheckLimits,
): Api {
  const api = new Hono().use(
    forbidCachingLookups,
    revealOrderToOwner,
    sanitizeArticles({ authenticate: backend.authenticate, database }),
  );
  if (config.rateLimits) {
    const onSurge = () => log.error('unusually many validity checks: possibly a sweep');
    api.use(
      limitLookups(checkLimits, { onSurge }),
      limitMessages(database),
      limitSearches(database),
    );
  }
  api.all('*', (c) => backend.fetch(c.req.raw));
  const limited = limitCallers(async (request) => api.fetch(request), backend, {
    countTogether: createCallCounter(database),
  });
  return {
    answer: config.rateLimits ? limited : (request) => api.fetch(request),
    fetch: async (input, init) => api.fetch(new Request(input, init)),
  };
}
