import { expect, it } from 'vitest';
import { testDatabases } from '#tests/rls/test-databases.ts';
import { rules } from './rules.ts';

/** One violation of each rule that a schema can violate on any server. */
const offences = `
  create table public.bare (id int, note text, shape regconfig, api_key text);
  create policy off on public.bare using (id = 1);
  create table public.loud (
    id int primary key, bare_id int, owner_mail text references auth.refresh_tokens (token)
  );
  alter table public.loud enable row level security;
  alter table public.loud add foreign key (bare_id) references public.loud (id);
  create index one on public.loud (id, bare_id);
  create index two on public.loud (id, bare_id);
  create policy first on public.loud for select using (auth.uid() is not null);
  create policy second on public.loud for select to anon
    using (auth.jwt() -> 'user_metadata' ->> 'role' = 'admin');
  create policy everything on public.loud for insert with check (true);
  create table public.silent (id int primary key);
  alter table public.silent enable row level security;
  create view public.shown as select email from auth.users;
  create materialized view public.frozen as select 1 as one;
  create function public.risky() returns int language sql security definer as 'select 1';
  create policy listing on storage.objects for select to anon using (bucket_id = 'uploads');
  alter extension pg_trgm set schema public;
  grant select on all tables in schema public to anon;
`;

it('finds a violation of every rule', async () => {
  const [testDatabase] = testDatabases;
  const database = await (testDatabase
    ? testDatabase.openMigrated()
    : Promise.reject(new Error('There is no database to test on.')));
  const connection = await database.connect();
  await connection.exec(offences);
  connection.release();
  const blind: string[] = [];
  for (const { name, query } of rules) {
    // Needs an older version of an extension, which no new server has.
    if (name === 'extension that is not up to date') continue;
    const { rowCount } = await database.query({ text: query });
    if (rowCount === 0) blind.push(name);
  }
  await database.close();
  expect(blind).toEqual([]);
});
