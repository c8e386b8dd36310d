import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Authenticator } from './access/authenticate-request.ts';
import type { Auth } from './auth/auth.ts';
import { type Backend, createBackend } from './backend.ts';
import type { Database } from './database/database.ts';
import { openFilms } from './rest/rest-harness.ts';
import { openEmptyPglite } from './testing/databases.ts';

const authenticator: Authenticator = {
  identify: (request) =>
    request.headers.get('apikey') === 'key'
      ? { ok: true, role: 'anon' }
      : { ok: false, response: Response.json({ message: 'No API key' }, { status: 401 }) },
  authenticate: async (request) => {
    const identified = authenticator.identify(request);
    if (!identified.ok) return identified;
    return { ok: true, context: { role: 'anon', claims: null, headers: {} } };
  },
};

const auth: Auth = {
  isKeyless: ({ url }) => url.endsWith('/open'),
  async fetch(request, { role }) {
    if (request.url.endsWith('/broken')) throw new Error('unexpected');
    return Response.json({ role });
  },
};

describe('the backend', () => {
  let database: Database;
  let backend: Backend;
  const failures: unknown[] = [];

  beforeAll(async () => {
    database = await openEmptyPglite();
    const { close } = await openFilms(database);
    await close();
    backend = await createBackend({
      database,
      authenticator,
      auth,
      onError: (error) => failures.push(error),
    });
  });

  afterAll(async () => {
    await backend?.close();
    await database?.close();
  });

  const call = (path: string, init?: RequestInit) =>
    backend.fetch(new Request(`http://backend.example${path}`, init));
  const key = { headers: { apikey: 'key' } };

  it('leads to the tables and the accounts, with a key', async () => {
    expect(await (await call('/rest/v1/films?select=id&id=eq.1', key)).json()).toEqual([{ id: 1 }]);
    expect(await (await call('/auth/v1/user', key)).json()).toEqual({ role: 'anon' });
    expect((await call('/rest/v1/films')).status).toBe(401);
    expect((await call('/auth/v1/user')).status).toBe(401);
    expect((await call('/auth/v1/open')).status).toBe(200);
    for (const path of ['/', '/rest/v10/films', '/storage/v1/object', '/rest']) {
      expect((await call(path, key)).status).toBe(404);
    }
  });

  it('lets any page call, refusals included', async () => {
    const preflight = await call('/rest/v1/films', {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'apikey, x-lookup-key',
      },
    });
    expect(preflight.status).toBe(204);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'apikey, x-lookup-key',
      'access-control-allow-methods': expect.stringContaining('PATCH'),
    });
    for (const path of ['/rest/v1/films', '/rest/v1/none', '/auth/v1/user', '/none']) {
      const { headers } = await call(path, key);
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-expose-headers')).toContain('content-range');
    }
    expect((await call('/rest/v1/films')).headers.get('access-control-allow-origin')).toBe('*');
  });

  it('hides an unexpected failure from the caller and reports it to the server', async () => {
    const response = await call('/auth/v1/broken', key);
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('unexpected');
    expect(failures).toEqual([expect.objectContaining({ message: 'unexpected' })]);
  });

  it('serves the official client over HTTP', async () => {
    const server = createServer(getRequestListener((request) => backend.fetch(request)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const client = createClient(`http://127.0.0.1:${port}`, 'key');
    const inserted = await client.from('studios').insert({ id: 5, name: 'Über' }).select().single();
    expect(inserted.data).toEqual({ id: 5, name: 'Über', city: null });
    const counted = await client.from('films').select('*', { count: 'exact', head: true });
    expect(counted.count).toBe(3);
    const refused = await client.from('letters').select();
    expect(refused).toMatchObject({ status: 401, error: { code: '42501' } });
    await new Promise((resolve) => server.close(resolve));
  });
});
