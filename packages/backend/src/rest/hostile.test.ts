import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { databaseKinds } from '../testing/databases.ts';
import { anonymous, openFilms, type RestHarness, signedIn } from './rest-harness.ts';

/** Reproducible: the same seed produces the same requests (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Fragments of the grammar, of SQL and of known trouble, combined into requests. */
const fragments = [
  ...[
    'select',
    'id',
    'title',
    'films',
    'people',
    'letters',
    'secret',
    'roles',
    'data',
    '*',
    'count()',
  ],
  ...[
    'eq',
    'in',
    'is',
    'not',
    'or',
    'and',
    'like(any)',
    'fts',
    'order',
    'limit',
    'offset',
    'columns',
  ],
  ...[
    '.',
    ',',
    ':',
    '::',
    '->',
    '->>',
    '(',
    ')',
    '!',
    '!inner',
    '...',
    '"',
    '\\',
    '=',
    '&',
    '{',
    '}',
  ],
  ...[
    "'",
    "';drop table films;--",
    '" or 1=1 --',
    '$1',
    '$$',
    '/*',
    '*/',
    '%00',
    '%',
    '+',
    '\u0000',
  ],
  ...[
    '0',
    '-1',
    '1e9',
    '99999999999999999999',
    'null',
    'true',
    'NaN',
    "E'\\\\'",
    'pg_sleep(9)',
    '🎬',
  ],
  ...[
    'desc',
    'nullslast',
    'sum()',
    'int',
    'regclass',
    'text',
    'now()',
    'current_user',
    '[',
    ']',
    ' ',
    '\t',
  ],
];

/** Valid on their own, so that many of the requests reach the database. */
const sensible = [
  ...[
    'select=*',
    'select=id',
    'select=id,title',
    'select=id,roles(name),studios!inner(*)',
    'select=count()',
  ],
  ...[
    'select=*,people!films_director_id_fkey(name)',
    'select=...studios(name)',
    'select=data->k->>n',
  ],
  ...[
    'id=eq.1',
    'id=gt.0',
    'id=in.(1,2)',
    'title=like.*a*',
    'or=(id.eq.1,title.is.null)',
    'id=not.is.null',
  ],
  ...[
    'owner=eq.ann',
    'text=fts.ann',
    'secret=like.s*',
    'secret=not.is.null',
    'order=id.desc',
    'order=secret',
  ],
  ...[
    'limit=2',
    'offset=1',
    'a=1',
    'columns=id,title',
    'on_conflict=id',
    'roles.name=eq.x',
    'studios.limit=1',
  ],
];

const tables = [
  'films',
  'letters',
  'people',
  'roles',
  'comedies',
  'rpc/add',
  'rpc/echo',
  'pg_class',
  '"',
  'a/b',
];
const methods = ['GET', 'GET', 'GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'];
const headerValues = [
  ...[
    'count=exact',
    'return=representation',
    'resolution=merge-duplicates',
    'missing=default',
    'tx=rollback',
  ],
  ...[
    'handling=strict, max-affected=1',
    'timezone=Mars/Base',
    'count=planned',
    '0-5',
    '9-1',
    'bytes=0-1',
  ],
  ...[
    'application/vnd.pgrst.object+json',
    'text/csv',
    '*/*;q=x',
    'application/vnd.pgrst.plan+json',
    ';;,',
  ],
];
const bodies = [
  '',
  '{}',
  '[]',
  '{"id":1}',
  '[{"id":1},{"x":2}]',
  '{"title":"\\u0000"}',
  '[[[[',
  'null',
  '"x"',
  '{"__proto__":1}',
];

function requestFrom(random: () => number): Request {
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const text = (most: number) =>
    Array.from({ length: Math.floor(random() * most) + 1 }, () => pick(fragments)).join('');
  const encode = (part: string) =>
    random() < 0.7 ? encodeURIComponent(part) : part.replaceAll('#', '');
  const parameter = () => {
    const name = pick([...fragments, text(4), 'select', 'or', 'order', 'id', 'title']);
    const value =
      random() < 0.5 ? `${pick(['eq', 'in', 'not.is', 'cs', 'wfts'])}.${text(5)}` : text(9);
    return `${encode(name)}=${encode(value)}`;
  };
  const query = Array.from({ length: Math.floor(random() * 4) }, () =>
    random() < 0.8 ? pick(sensible) : parameter(),
  ).join('&');
  const method = pick(methods);
  const hasBody = ['POST', 'PATCH', 'PUT'].includes(method);
  return new Request(`http://x/rest/v1/${encode(pick(tables))}?${query}`, {
    method,
    headers: {
      prefer: pick(headerValues),
      accept: random() < 0.8 ? '*/*' : pick(headerValues),
      range: pick(headerValues),
      'content-type': random() < 0.8 ? 'application/json' : pick(['text/csv', 'text/plain', 'x']),
    },
    body: hasBody ? pick(bodies) : null,
  });
}

const amount = 1_500;

describe.each(databaseKinds)('hostile requests on $name', (kind) => {
  let database: Database;
  let films: RestHarness;

  beforeAll(async () => {
    database = await kind.open();
    films = await openFilms(database, {
      aggregates: true,
      explain: true,
      transactionOverride: true,
    });
  });

  afterAll(async () => {
    await films?.close();
    await database?.close();
    await kind.stop();
  });

  it.each([1, 2, 3])(
    'are answered or refused, never a failure, never a foreign row (seed %i)',
    async (seed) => {
      const random = randomFrom(seed);
      const failures: string[] = [];
      let answered = 0;
      for (let index = 0; index < amount; index += 1) {
        const request = requestFrom(random);
        const shown = `${request.method} ${request.url}`;
        const context = random() < 0.5 ? anonymous : signedIn('mallory');
        const response = await films.rest.fetch(request, context);
        const body = await response.text();
        if (response.ok) answered += 1;
        if (response.status >= 500) failures.push(`${response.status} ${shown} ${body}`);
        if (/to ann|to bob|\bs1\b|\bs2\b/.test(body)) failures.push(`leak ${shown} ${body}`);
        if (response.status >= 400 && body !== '' && !isErrorBody(body))
          failures.push(`${shown} ${body}`);
      }
      expect(failures).toEqual([]);
      expect(answered).toBeGreaterThan(amount / 20);
      const { rows } = await database.query({
        text: `select (select count(*) from letters) as letters, to_regclass('films') is not null as films`,
      });
      expect(rows).toEqual([{ letters: 2, films: true }]);
    },
  );

  it.each([
    ['a long list', `id=in.(${Array.from({ length: 3_000 }, (_, index) => index).join(',')})`],
    ['many filters', Array.from({ length: 1_500 }, (_, index) => `id=neq.${index}`).join('&')],
    ['many columns', `select=${Array.from({ length: 2_000 }, () => 'id').join(',')}`],
    [
      'many groups',
      `or=(${Array.from({ length: 1_000 }, (_, index) => `id.eq.${index}`).join(',')})`,
    ],
    ['deep groups', `and=${'(or'.repeat(2_000)}(id.eq.1)${')'.repeat(2_000)}`],
    ['deep relations', `select=${'people('.repeat(1_000)}id${')'.repeat(1_000)}`],
    [
      'many relations',
      `select=${Array.from({ length: 500 }, (_, index) => `r${index}:roles(name)`).join(',')}`,
    ],
    ['many orders', `order=${Array.from({ length: 2_000 }, () => 'id').join(',')}`],
    ['a long path', `select=data${'->a'.repeat(3_000)}`],
    ['deep JSON', `data=eq.${'['.repeat(7_000)}`],
    ['a heavy pattern', `title=match.${'(a*)*'.repeat(200)}b`],
    ['a wild pattern', `title=like.${'*a'.repeat(4_000)}`],
  ])('%s is answered or refused', async (_what, query) => {
    const { status } = await films.call(`/films?${query}`);
    expect(status).toBeLessThan(500);
  });

  it('a deep body is refused', async () => {
    const headers = { 'content-type': 'application/json' };
    for (const body of [
      `{"data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      '['.repeat(500_000),
    ]) {
      const { status } = await films.call('/films', { method: 'POST', headers, body });
      expect(status).toBe(400);
    }
  });
});

function isErrorBody(text: string): boolean {
  const body: unknown = JSON.parse(text);
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body;
}
