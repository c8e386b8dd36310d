import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { databaseKinds } from '../testing/databases.ts';
import type { Database, RequestContext } from './database.ts';
import { DatabaseError } from './database-error.ts';
import { RunningTurn } from './running-turn.ts';

const anonymous: RequestContext = { role: 'anon', claims: null, headers: {} };

const whoAsks = {
  name: 'who_asks',
  text: `select current_user::text as role,
    current_setting('request.jwt.claims', true) as claims,
    current_setting('request.headers', true) as headers,
    current_setting('request.method', true) as method,
    current_setting('request.path', true) as path`,
};

describe.each(databaseKinds)('a database on $name', (kind) => {
  let database: Database;

  beforeAll(async () => {
    database = await kind.open();
    const connection = await database.connect();
    await connection.exec(`
      do $$ begin
        create role anon nologin; exception when duplicate_object then null;
      end $$;
      do $$ begin
        create role authenticated nologin; exception when duplicate_object then null;
      end $$;
      create table notes (id int primary key, owner text, text text);
      create table parents (id int primary key deferrable initially deferred);
      alter table notes enable row level security;
      create policy own on notes for all to authenticated
        using (owner = current_setting('request.jwt.claims')::json ->> 'sub');
      grant select, insert on notes to authenticated;
    `);
    connection.release();
  });

  afterAll(async () => {
    await database?.close();
    await kind.stop();
  });

  const count = async (condition: string) => {
    const { rows } = await database.query<{ count: number }>({
      text: `select count(*) from notes where ${condition}`,
    });
    return rows[0]?.count;
  };

  it('gives everybody else a turn between its statements', async () => {
    let turns = 0;
    let over = false;
    const takeTurns = () => {
      turns += 1;
      if (!over) setImmediate(takeTurns);
    };
    setImmediate(takeTurns);
    await Promise.all(Array.from({ length: 100 }, () => database.query({ text: 'select 1' })));
    over = true;
    // On PostgreSQL, ten connections work at a time.
    expect(turns).toBeGreaterThanOrEqual(kind.name === 'PGlite' ? 100 : 10);
  });

  it('gives values the same JavaScript types', async () => {
    const { rows } = await database.query({
      text: `select 9007199254740991::int8 as safe, 9007199254740993::int8 as large,
        1.50::numeric as amount, 1.5::float8 as ratio, true as yes, null as nothing,
        '2026-01-02 03:04:05.678+01'::timestamptz as moment, '2026-01-02'::date as day,
        '2026-01-02 03:04:05'::timestamp as local, '{"a":[1]}'::jsonb as document,
        array[1,2]::int8[] as numbers, array['a','b'] as texts, '1 day'::interval as span,
        '\\x01ff'::bytea as bytes`,
    });
    expect(rows).toEqual([
      {
        safe: 9007199254740991,
        large: '9007199254740993',
        amount: '1.50',
        ratio: 1.5,
        yes: true,
        nothing: null,
        moment: new Date('2026-01-02T02:04:05.678Z'),
        day: '2026-01-02',
        local: '2026-01-02 03:04:05',
        document: { a: [1] },
        numbers: [1, 2],
        texts: ['a', 'b'],
        span: '1 day',
        bytes: Buffer.from([1, 255]),
      },
    ]);
  });

  it('binds values of every kind', async () => {
    const moment = new Date('2026-01-02T02:04:05.678Z');
    const { rows } = await database.query({
      text: `select $1::text as text, $2::int4 as number, $3::jsonb as document,
        $4::text[] as texts, $5::timestamptz as moment, $6::bool as flag, $7::text as nothing`,
      values: ['it\'s \\ "x"', 7, { a: "b'" }, ['x,y', '"'], moment, true, null],
    });
    expect(rows).toEqual([
      {
        text: 'it\'s \\ "x"',
        number: 7,
        document: { a: "b'" },
        texts: ['x,y', '"'],
        moment,
        flag: true,
        nothing: null,
      },
    ]);
  });

  it('runs a statement as the caller and forgets the caller afterwards', async () => {
    const context: RequestContext = {
      role: 'authenticated',
      claims: { sub: 'ann', role: 'authenticated' },
      headers: { 'x-test': "a'b" },
      method: 'GET',
      path: '/notes',
    };
    const { rows } = await database.runAs<Record<string, string>>(context, whoAsks);
    expect(rows[0]).toMatchObject({ role: 'authenticated', method: 'GET', path: '/notes' });
    expect(JSON.parse(rows[0]?.claims ?? '')).toEqual({ sub: 'ann', role: 'authenticated' });
    expect(JSON.parse(rows[0]?.headers ?? '')).toEqual({ 'x-test': "a'b" });

    const owner = await database.query<Record<string, string | null>>(whoAsks);
    expect(owner.rows[0]?.role).toBe('postgres');
    expect(owner.rows[0]?.claims || null).toBeNull();
  });

  it('refuses to write in a read-only call', async () => {
    const context = { ...anonymous, role: 'authenticated' };
    const write = { text: `insert into notes values (1, 'ann', 'x')` };
    await expect(database.runAs(context, write, { readOnly: true })).rejects.toMatchObject({
      code: '25006',
    });
  });

  it('rolls back a failing call alone, also one that fails only at its end', async () => {
    const failing = database.query({ text: 'insert into parents values (1), (1)' });
    await expect(failing).rejects.toBeInstanceOf(DatabaseError);
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    await expect(database.runAs(anonymous, { text: 'select 1 / 0' })).rejects.toMatchObject({
      code: '22012',
    });
    const { rows } = await database.query({ text: 'select count(*) from parents' });
    expect(rows).toEqual([{ count: 0 }]);
  });

  it('reports a role that does not exist as an error of the call', async () => {
    const context = { ...anonymous, role: 'nobody' };
    await expect(database.runAs(context, whoAsks)).rejects.toMatchObject({ code: '22023' });
  });

  it('prepares a failed statement again under the same name', async () => {
    const context = { ...anonymous, role: 'authenticated' };
    const text = 'select later from later_table';
    const attempt = () => database.runAs(context, { name: 'later', text });
    await expect(attempt()).rejects.toMatchObject({ code: '42P01' });
    await database.query({ text: 'create table later_table (later int)' });
    await database.query({ text: 'grant select on later_table to authenticated' });
    await expect(attempt()).resolves.toMatchObject({ rows: [] });
  });

  it('commits a transaction, and rolls one back when its work rejects', async () => {
    await database.transaction(async (tx) => {
      await tx.query({ text: `insert into notes values (10, 'bob', 'kept')` });
    });
    const dropped = database.transaction(async (tx) => {
      await tx.query({ text: `insert into notes values (11, 'bob', 'dropped')` });
      throw new RangeError('changed my mind');
    });
    await expect(dropped).rejects.toThrow(RangeError);
    expect(await count('id in (10, 11)')).toBe(1);
  });

  it('does not report a commit that PostgreSQL turned into a rollback as done', async () => {
    const swallowed = database.transaction(async (tx) => {
      await tx.query({ text: `insert into notes values (12, 'bob', 'lost')` });
      await tx.query({ text: 'select 1 / 0' }).catch(() => {});
    });
    await expect(swallowed).rejects.toThrow();
    expect(await count('id = 12')).toBe(0);
  });

  it('runs a transaction as the caller, under row security', async () => {
    const bob = { ...anonymous, role: 'authenticated', claims: { sub: 'bob' } };
    const ann = { ...bob, claims: { sub: 'ann' } };
    const read = (context: RequestContext) =>
      database.transactionAs(context, (tx) => tx.query({ text: 'select id from notes' }));
    expect((await read(bob)).rows).toEqual([{ id: 10 }]);
    expect((await read(ann)).rows).toEqual([]);
  });

  it('refuses a transaction that is used after its end', async () => {
    let kept: { query(statement: { text: string }): Promise<unknown> } | undefined;
    await database.transaction(async (tx) => {
      kept = tx;
    });
    await expect(kept?.query({ text: 'select 1' })).rejects.toThrow(/over/);
  });

  it('leaves nothing of an exclusive connection behind', async () => {
    const connection = await database.connect();
    await connection.exec(`set search_path to pg_catalog; set timezone to 'Asia/Tokyo'; begin;
      insert into public.notes values (13, 'bob', 'open')`);
    connection.release();
    const settings = await Promise.all(
      Array.from({ length: 6 }, () =>
        database.query({
          text: `select current_setting('search_path') as path, current_setting('timezone') as zone`,
        }),
      ),
    );
    for (const { rows } of settings)
      expect(rows).toEqual([{ path: 'public, extensions', zone: 'UTC' }]);
    expect(await count('id = 13')).toBe(0);
  });

  it('forgets what a function of the project set for the session', async () => {
    await database.query({
      text: `create function stay(statement text) returns void language plpgsql as
        $$ begin execute statement; end $$`,
    });
    const changes = [
      'set role anon',
      'set session authorization anon',
      `select set_config('role', 'anon', false)`,
      `select set_config('app.tenant', 'ann', false)`,
      `set timezone to 'Asia/Tokyo'`,
      'set statement_timeout to 1',
      'set default_transaction_read_only to on',
    ];
    const found = {
      name: 'found',
      text: `select session_user::text as session, current_setting('app.tenant', true) as tenant,
        current_setting('timezone') as zone, current_setting('datestyle') as dates`,
    };
    const clean = { session: 'postgres', zone: 'UTC', dates: 'ISO, MDY' };
    const context = { ...anonymous, role: 'authenticated' };
    const everywhere = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: 5 }, work));
    for (const change of changes) {
      const statement = { text: 'select stay($1)', values: [change] };
      await everywhere(() => database.runAs({ ...context, role: 'postgres' }, statement));
      for (const { rows } of await everywhere(() => database.runAs(context, found))) {
        expect(rows[0]).toMatchObject(clean);
        expect(rows[0]?.tenant || null).toBeNull();
      }
      await everywhere(() =>
        database.transactionAs({ ...context, role: 'postgres' }, (tx) => tx.query(statement)),
      );
      for (const { rows } of await everywhere(() => database.query(found))) {
        expect(rows[0]).toMatchObject(clean);
        expect(rows[0]?.tenant || null).toBeNull();
      }
      await everywhere(() => database.runAs({ ...context, role: 'postgres' }, statement));
      const inserted = everywhere(() =>
        database.transaction((tx) => tx.query({ text: 'select count(*) from notes' })),
      );
      await expect(inserted).resolves.toHaveLength(5);
    }
  });

  it('counts the bytes that a caller is given', async () => {
    const received = vi.spyOn(RunningTurn.prototype, 'received');
    onTestFinished(() => received.mockRestore());
    const statement = { text: `select repeat('x', 3000) as text` };
    await database.runAs(anonymous, statement);
    await database.transactionAs(anonymous, (tx) => tx.query(statement));
    expect(received.mock.calls).toEqual([[3_000], [3_000]]);
  });

  it('reports where a result column comes from', async () => {
    const { fields } = await database.query({ text: 'select id, 1 as one from notes' });
    expect(fields).toMatchObject([
      { name: 'id', columnNumber: 1, tableId: expect.any(Number) },
      { name: 'one', tableId: 0 },
    ]);
  });

  it('passes notifications on until told to stop', async () => {
    const received: string[] = [];
    const next = Promise.withResolvers<void>();
    const stop = await database.listen('news', (payload) => {
      received.push(payload);
      if (payload === 'second') next.resolve();
    });
    await database.query({ text: `select pg_notify('news', 'first')` });
    await database.query({ text: `select pg_notify('news', 'second')` });
    await next.promise;
    await stop();
    expect(received).toEqual(['first', 'second']);
  });

  it('never mixes up three identities, errors in between', async () => {
    const identities: RequestContext[] = [
      anonymous,
      { ...anonymous, role: 'authenticated', claims: { sub: 'ann' }, headers: { key: 'ann' } },
      { ...anonymous, role: 'authenticated', claims: { sub: 'bob' }, headers: { key: 'bob' } },
    ];
    const kinds = ['read', 'fail', 'transaction', 'syntax'] as const;
    let mixedUp = 0;
    const expectOwn = (context: RequestContext, row: Record<string, string> | undefined) => {
      const sub: unknown = JSON.parse(row?.claims ?? '{}').sub;
      const key: unknown = JSON.parse(row?.headers ?? '{}').key;
      if (
        row?.role !== context.role ||
        sub !== context.claims?.sub ||
        key !== context.headers.key
      ) {
        mixedUp += 1;
      }
    };
    const step = async (index: number) => {
      const context = identities[index % 3] as RequestContext;
      switch (kinds[index % 4]) {
        case 'read': {
          const { rows } = await database.runAs<Record<string, string>>(context, whoAsks);
          return expectOwn(context, rows[0]);
        }
        case 'transaction':
          return database.transactionAs(context, async (tx) => {
            const { rows } = await tx.query<Record<string, string>>(whoAsks);
            expectOwn(context, rows[0]);
          });
        case 'fail':
          return expect(database.runAs(context, { text: 'select 1 / 0' })).rejects.toThrow();
        default:
          return expect(database.runAs(context, { text: 'selec 1' })).rejects.toThrow();
      }
    };
    await Promise.all(
      Array.from({ length: 20 }, async (_, worker) => {
        for (let index = 0; index < 30; index += 1) await step(worker * 7 + index);
      }),
    );
    expect(mixedUp).toBe(0);
    expect((await database.query<Record<string, string>>(whoAsks)).rows[0]?.role).toBe('postgres');
  });
});
