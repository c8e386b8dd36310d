import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { openFilms, type RestHarness, signedIn } from '../rest/rest-harness.ts';
import { databaseKinds } from '../testing/databases.ts';
import { isFull, sized } from '../testing/test-size.ts';
import { type HostileRequest, hostileInit, hostileRequest } from './hostile-requests.ts';

const runs = sized(10_000, 500);

/** SQLSTATE classes that PostgREST itself answers with 5xx ("Errors", HTTP status codes). */
const mapped = /^(08|09|0L|0P|21|25|28|2D|38|39|3B|40|42P17|53|54|55|57|58|F0|HV|P0|PT|XX)/;

/** Texts that only Bob may read, and a column that nobody may. */
const forbidden = ['to bob', '"s1"', '"s2"', ',s1', ',s2'];

describe.each(databaseKinds)(`${runs} hostile requests on $name`, (kind) => {
  let database: Database;
  let films: RestHarness;
  let slowest = 0;

  beforeAll(async () => {
    database = await kind.open({ statementTimeout: 1_500 });
    films = await openFilms(database, { transactionOverride: true });
  });
  afterAll(async () => {
    await films?.close();
    await database?.close();
    await kind.stop();
  });

  /** Milliseconds; a slow request is repeated, since the machine may have been busy. */
  async function timed(request: HostileRequest) {
    const began = performance.now();
    const answer = await send(request);
    const took = performance.now() - began;
    if (took < 2_000) return { ...answer, took };
    const again = performance.now();
    await send(request);
    return { ...answer, took: Math.min(took, performance.now() - again) };
  }

  async function send(request: HostileRequest) {
    const answer = await films.rest.fetch(
      new Request(`http://backend.example/rest/v1${request.path}`, hostileInit(request)),
      signedIn('ann'),
    );
    return { status: answer.status, text: await answer.text() };
  }

  it('neither break it nor reveal another user’s rows', async () => {
    await fc.assert(
      fc.asyncProperty(hostileRequest, async (request) => {
        const { status, text, took } = await timed(request);
        slowest = Math.max(slowest, took);
        if (status >= 500) expect(JSON.parse(text).code).toMatch(mapped);
        // Error messages repeat parts of the request, which may contain any of these texts.
        if (status < 300) for (const secret of forbidden) expect(text).not.toContain(secret);
      }),
      { numRuns: runs, seed: 20_261_120, endOnFailure: true },
    );
    if (isFull) expect(slowest).toBeLessThan(2_000);
  }, 900_000);

  it('change no other user’s rows and leave nothing behind', async () => {
    const { rows } = await database.query({
      text: `select id, owner, secret, text from letters where owner is distinct from 'ann'`,
    });
    expect(rows).toEqual([{ id: 2, owner: 'bob', secret: 's2', text: 'to bob' }]);
    const { rows: relations } = await database.query<{ count: number }>({
      text: `select count(*) from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    });
    expect(relations).toEqual([{ count: 7 }]);
    const { status } = await send({
      method: 'GET',
      path: '/films',
      headers: [],
      body: null,
      chunkBytes: null,
    });
    expect(status).toBe(200);
  });
});
