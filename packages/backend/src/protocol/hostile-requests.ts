import fc from 'fast-check';

/** A request that tries to break in or take the server down. */
export interface HostileRequest {
  method: string;
  path: string;
  headers: [string, string][];
  body: string | null;
  /** Null sends the body with its length; otherwise it is sent in chunks of this many bytes. */
  chunkBytes: number | null;
}

const names = [
  ...['films', 'people', 'studios', 'details', 'roles', 'letters', 'comedies', 'odd names'],
  ...['id', 'title', 'genre', 'price', 'rating', 'seen', 'released', 'tags', 'data', 'period'],
  ...['words', 'director_id', 'owner', 'secret', 'text', 'shout', 'best_film', 'mentor_id', 'a b'],
  ...['pg_catalog.pg_authid', 'auth.users', 'pg_sleep', 'none', '*', ''],
];
const literals = [
  ...[
    '1',
    '-1',
    '0',
    '1e400',
    '99999999999999999999',
    'null',
    'true',
    '{}',
    '{a,b}',
    '{"',
    '[1,5)',
  ],
  ...[
    '(',
    ')',
    ',',
    '.',
    '"',
    "'",
    '\\',
    '%',
    '*',
    ';',
    '--',
    '/*',
    '\0',
    '$1',
    '$$',
    '\u202e',
    '💥',
  ],
  ...["' or '1'='1", '"; drop table letters; --', "\\'; select pg_sleep(9); --", 'x\x1f', '\ud800'],
  ...['(select secret from letters)', '2020-01-01', 'infinity', 'NaN', '1::int', 'a->b->>c'],
];
const operators = [
  ...['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch', 'in', 'is'],
  ...['isdistinct', 'cs', 'cd', 'ov', 'sl', 'sr', 'nxl', 'nxr', 'adj', 'fts', 'plfts', 'phfts'],
  ...['wfts', 'like(any)', 'eq(all)', 'fts(english)', 'fts(none)', 'not.eq', 'not.in', 'unknown'],
];

const name = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...names) },
  fc.string({ maxLength: 8 }),
);
const word = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...literals) },
  { weight: 2, arbitrary: name },
  fc.string({ unit: 'binary', maxLength: 30 }),
);
const path = fc
  .array(fc.tuple(fc.constantFrom('->', '->>'), fc.oneof(word, fc.integer().map(String))), {
    maxLength: 3,
  })
  .map((steps) => steps.flat().join(''));
const field = fc.tuple(name, path).map((parts) => parts.join(''));
const list = fc.array(word, { maxLength: 5 }).map((items) => `(${items.join(',')})`);
const operation = fc
  .tuple(fc.constantFrom(...operators), fc.oneof(word, list))
  .map((parts) => parts.join('.'));

const { tree, selection } = fc.letrec<{ tree: string; selection: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.tuple(field, operation).map((parts) => parts.join('.')),
    fc
      .tuple(
        fc.constantFrom('and', 'or', 'not.and', 'not.or', ''),
        fc.array(tie('tree'), { maxLength: 4 }),
      )
      .map(([operator, members]) => `${operator}(${members.join(',')})`),
  ),
  selection: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc
      .tuple(
        field,
        fc.constantFrom('', '::text', '::int', '.sum()', '.count()', '::"x"', '::regclass'),
      )
      .map((parts) => parts.join('')),
    fc
      .tuple(
        fc.constantFrom('', 'alias:', '...', 'count:'),
        name,
        fc.constantFrom('', '!inner', '!left', '!id', '!none'),
        fc.array(tie('selection'), { maxLength: 4 }),
      )
      .map(([before, relation, hint, inner]) => `${before}${relation}${hint}(${inner.join(',')})`),
  ),
}));

const parameter: fc.Arbitrary<[string, string]> = fc.oneof(
  fc.tuple(field, operation),
  fc.tuple(
    fc.constantFrom('select', 'people.select', 'columns', 'on_conflict'),
    fc.array(selection, { maxLength: 5 }).map((items) => items.join(',')),
  ),
  fc.tuple(fc.constantFrom('and', 'or', 'not.and', 'not.or', 'people.or'), tree),
  fc.tuple(
    fc.constantFrom('order', 'people.order'),
    fc
      .tuple(field, fc.constantFrom('', '.asc', '.desc.nullslast', '.up', '.asc.asc'))
      .map((parts) => parts.join('')),
  ),
  fc.tuple(fc.constantFrom('limit', 'offset', 'people.limit'), word),
  fc.tuple(word, word),
);

/** Nested relations: back and forth over foreign keys, and computed by functions. */
const nested = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        ...['alike', 'studios', 'films', 'roles', 'details', 'best_film', 'people'],
        ...['people!films_director_id_fkey', 'people!mentor_id', 'films!films_director_id_fkey'],
      ),
      fc.integer({ min: 1, max: 4 }),
    ),
    { minLength: 1, maxLength: 14 },
  )
  .map((levels) =>
    levels.reduceRight(
      (inner, [relation, times]) =>
        Array.from(
          { length: times },
          (_, n) => `a${n}:${relation}(${n === 0 ? inner : 'id'})`,
        ).join(),
      'id',
    ),
  );
const sameNested = fc
  .tuple(fc.constantFrom('alike(id', 'studios(id,films(id'), fc.integer({ min: 1, max: 12 }))
  .map(([opening, levels]) => {
    const open = Array.from({ length: levels }, () => opening).join();
    return `id,${open}${')'.repeat(open.split('(').length - 1)}`;
  });

/** Regular expressions that try to keep the server busy. */
const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 5, depthSize: 'medium' },
    fc.constantFrom(
      'a',
      '.',
      '\\w',
      '[a-z]',
      '[^b]',
      '[[:alpha:]]',
      '\\1',
      '\\y',
      '^',
      '$',
      '',
      'zz',
    ),
    fc
      .tuple(
        fc.constantFrom('(', '(?:', '(?=', '(?!', '(?<=', '(?<!'),
        fc.array(tie('pattern'), { minLength: 1, maxLength: 3 }),
        fc.constantFrom('', '|', '.*'),
        fc.constantFrom(
          ...['', '*', '+', '?', '{50}', '{1,50}', '{0,255}', '{2,}', '*?', '{1,256}', '{5}{5}'],
        ),
      )
      .map(([opening, parts, between, times]) => `${opening}${parts.join(between)})${times}`),
    fc
      .tuple(tie('pattern'), fc.integer({ min: 2, max: 300 }))
      .map(([part, times]) => part.repeat(times).slice(0, 5_000)),
  ),
}));

const costly: fc.Arbitrary<[string, string]> = fc.oneof(
  fc.tuple(fc.constant('select'), fc.oneof(nested, sameNested)),
  fc.tuple(
    fc.constantFrom('title', 'data->>s'),
    fc
      .tuple(
        fc.constantFrom(
          'match',
          'imatch',
          'not.match',
          'match(any)',
          'like',
          'ilike(all)',
          'phfts',
        ),
        fc.constantFrom('', '(?i)', '(?b)', '(?x)', '***:', '***='),
        pattern,
      )
      .map(([operator, start, text]) =>
        operator.endsWith(')')
          ? `${operator}.{${JSON.stringify(start + text)}}`
          : `${operator}.${start}${text}`,
      ),
  ),
  fc.tuple(
    fc.constant('or'),
    fc
      .tuple(fc.constantFrom('title.match.', 'title.fts.', 'shout.eq.'), fc.nat({ max: 300 }))
      .map(
        ([filter, times]) => `(${Array.from({ length: times + 1 }, (_, n) => `${filter}a${n}`)})`,
      ),
  ),
);

const query = fc.oneof(
  { weight: 5, arbitrary: fc.array(parameter, { maxLength: 6 }).map(encode) },
  { weight: 1, arbitrary: fc.array(costly, { minLength: 1, maxLength: 3 }).map(encode) },
  fc.string({ unit: 'binary', maxLength: 80 }).map((text) => encodeURI(text.toWellFormed())),
);

function encode(parameters: [string, string][]): string {
  return parameters
    .map((pair) => pair.map((text) => encodeURIComponent(text.toWellFormed())).join('='))
    .join('&');
}

const target = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom('films', 'people', 'letters', 'comedies', 'odd%20names'),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...['rpc/add', 'rpc/echo', 'rpc/films_after', 'rpc/numbers', 'rpc/join_words', 'rpc/pair'],
      ...['rpc/who', 'rpc/refuse', 'rpc/nothing', 'rpc/none', 'rpc/films/x', '', 'rpc'],
    ),
  },
  word.map((text) => encodeURIComponent(text.toWellFormed())),
);

const json = fc.oneof(
  fc.json({ maxDepth: 4 }),
  fc
    .array(fc.dictionary(name, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 5 }), { maxLength: 4 })
    .map((rows) => JSON.stringify(rows)),
  fc
    .dictionary(name, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 5 })
    .map((row) => JSON.stringify(row)),
);
const body = fc.oneof(
  { weight: 4, arbitrary: json },
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.integer({ min: 1, max: 3000 }).map((depth) => '['.repeat(depth)),
);

const header: fc.Arbitrary<[string, string]> = fc.oneof(
  fc.tuple(
    fc.constant('prefer'),
    fc
      .subarray([
        ...['return=representation', 'return=minimal', 'return=headers-only', 'count=exact'],
        ...['count=planned', 'count=estimated', 'resolution=merge-duplicates', 'missing=default'],
        ...['resolution=ignore-duplicates', 'handling=strict', 'max-affected=1', 'timezone=UTC'],
        ...['timezone=Nowhere', 'tx=rollback', 'x=y'],
      ])
      .map((preferences) => preferences.join(',')),
  ),
  fc.tuple(
    fc.constant('accept'),
    fc.constantFrom(
      ...[
        'application/json',
        'text/csv',
        'application/vnd.pgrst.object+json',
        'text/html, */*;q=0',
      ],
      ...['application/vnd.pgrst.plan', 'application/vnd.pgrst.array+json;nulls=stripped', ';;,"'],
    ),
  ),
  fc.tuple(fc.constant('range'), fc.constantFrom('0-9', '5-2', '-', '0-', '99999999999999999999-')),
  fc.tuple(
    fc.constant('content-type'),
    fc.constantFrom(
      ...['application/json', 'text/csv', 'text/plain', 'application/octet-stream', 'x'],
      'application/x-www-form-urlencoded',
    ),
  ),
  fc.tuple(
    fc.constantFrom('accept-profile', 'content-profile'),
    fc.constantFrom('public', 'auth', ''),
  ),
);

/** Valid in every other way, so that it runs unless its cost is refused. */
const costlyRequest: fc.Arbitrary<HostileRequest> = costly.map((parameter) => ({
  method: 'GET',
  path: `/films?${encode([parameter])}`,
  headers: [],
  body: null,
  chunkBytes: null,
}));

const oddRequest: fc.Arbitrary<HostileRequest> = fc
  .record({
    method: fc.oneof(
      { weight: 4, arbitrary: fc.constant('GET') },
      fc.constantFrom('HEAD', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'),
    ),
    target,
    query,
    headers: fc.array(header, { maxLength: 4 }),
    body,
    // Null sends the length; a stream has chunks of any size.
    chunkBytes: fc.option(fc.integer({ min: 1, max: 40 })),
  })
  .map(({ method, target: to, query: asked, headers, body: sent, chunkBytes }) => ({
    method,
    path: `/${to}?${asked}`,
    headers,
    body: method === 'GET' || method === 'HEAD' ? null : sent,
    chunkBytes,
  }));

/** The request as the server passes it on: with its length, or as a finite stream. */
export function hostileInit({ method, headers, body, chunkBytes }: HostileRequest): RequestInit {
  if (body === null) return { method, headers };
  const bytes = Buffer.from(body);
  if (chunkBytes === null) {
    return { method, headers: [...headers, ['content-length', String(bytes.length)]], body };
  }
  let at = 0;
  const stream = new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, at + chunkBytes));
      at += chunkBytes;
    },
  });
  return { method, headers, body: stream, duplex: 'half' } as RequestInit;
}

export const hostileRequest: fc.Arbitrary<HostileRequest> = fc.oneof(
  { weight: 3, arbitrary: oddRequest },
  { weight: 1, arbitrary: costlyRequest },
);
