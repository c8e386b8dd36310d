import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerOf } from '../access/network-of.ts';
import type { Database } from '../database/database.ts';
import { limitCallers } from '../limit-callers.ts';
import { openFilms, type RestHarness } from '../rest/rest-harness.ts';
import { databaseKinds } from '../testing/databases.ts';
import { sized } from '../testing/test-size.ts';
import { hostileInit, hostileRequest } from './hostile-requests.ts';

const rounds = sized(20, 2);
/** Concurrent calls of one caller, far more than may run and wait. */
const atOnce = 300;
const shoppers = 40;

describe.each(databaseKinds)('one caller’s hostile requests on $name', (kind) => {
  let database: Database;
  let films: RestHarness;
  let send: (request: Request) => Promise<Response>;

  beforeAll(async () => {
    database = await kind.open({ statementTimeout: 1_500 });
    films = await openFilms(database);
    const keys = { publishableKey: 'sb_publishable_a', secretKey: 'sb_secret_a' };
    send = limitCallers(
      (request) =>
        films.rest.fetch(request, {
          role: 'anon',
          claims: null,
          headers: {},
          caller: callerOf(request.headers) ?? undefined,
        }),
      keys,
      { limits: { calls: { callsPerMinute: 1_000_000 } } },
    );
  });
  afterAll(async () => {
    await films?.close();
    await database?.close();
    await kind.stop();
  });

  const from = (address: string, path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set('x-forwarded-for', address);
    return send(new Request(`http://backend.example/rest/v1${path}`, { ...init, headers }));
  };

  it('are answered or refused while everyone else is served', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const requests = fc.sample(hostileRequest, { numRuns: atOnce, seed: 20_261_122 + round });
      const attack = requests.map((request) =>
        from('198.51.100.1', request.path, hostileInit(request)),
      );
      const others = Array.from({ length: shoppers }, async (_, number) => {
        const answer = await from(`203.0.113.${number}`, `/rpc/add?a=${number}`);
        return [answer.status, await answer.json()];
      });
      expect(await Promise.all(others)).toEqual(
        Array.from({ length: shoppers }, (_, number) => [200, number + 10]),
      );
      const statuses = (await Promise.all(attack)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
    }
  }, 300_000);
});
