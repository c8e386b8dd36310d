import type { Database } from '@liv-fit/backend/database';
import { expect, it } from 'vitest';
import { createCheckLimits } from '#server/api/limit-lookups.ts';
import { limits } from '#server/limits.ts';
import { openApi } from './open-api.ts';
import type { OpenedBackend } from './open-own-backend.ts';
import type { Startup } from './startup.ts';

it('counts the searches of pages and of calls together', async () => {
  const backend = {
    fetch: async () => new Response('[]'),
    publishableKey: 'publishable',
    secretKey: 'secret',
  } as Partial<OpenedBackend> as OpenedBackend;
  const api = openApi(
    { config: { rateLimits: true } } as Startup,
    backend,
    {} as Database,
    createCheckLimits(null),
  );
  const headers = { 'x-forwarded-for': '203.0.113.1' };
  const url = 'http://shop.example/rest/v1/rpc/search_shop';
  for (let i = 0; i < limits.searches.count; i++) {
    expect((await api.fetch(url, { method: 'POST', headers })).status).toBe(200);
  }
  expect((await api.fetch(url, { method: 'POST', headers })).status).toBe(429);
  expect((await api.answer(new Request(url, { headers }))).status).toBe(429);
});
