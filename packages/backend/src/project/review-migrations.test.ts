import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Database } from '../database/database.ts';
import { databaseKinds } from '../testing/databases.ts';
import { prepareProject } from './prepare-project.ts';
import { readProject } from './project-config.ts';

describe.each(databaseKinds)('migrations written for a hosted platform, on $name', (kind) => {
  let database: Database;
  beforeEach(async () => {
    database = await kind.open();
    onTestFinished(() => database.close());
  });
  afterAll(() => kind.stop());

  /** Prepares a project with that one migration and returns what is reported. */
  async function prepare(sql: string): Promise<string[]> {
    const directory = await mkdtemp(join(tmpdir(), 'project-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    await mkdir(join(directory, 'migrations'));
    await writeFile(join(directory, 'migrations/1_start.sql'), sql);
    const relative = (text: string) => text.replaceAll(`${directory}/migrations/`, '');
    const reports: string[] = [];
    const project = await readProject(directory, {});
    try {
      await prepareProject(database, project, (message) => reports.push(relative(message)));
    } catch (error) {
      throw new Error(relative((error as Error).message));
    }
    return reports;
  }

  it('run without what only the platform does, and say so by file and line', async () => {
    const reports = await prepare(`-- net.http_post in a comment is nothing.
create extension if not exists pg_cron with schema pg_catalog;
create table notes (id int primary key, net text default 'cron.schedule');
select cron.schedule(
  'nightly', '0 3 * * *', $$ delete from notes; select 1; $$
);
grant usage on schema cron to postgres;
create extension if not exists "pg_net";
create function tell() returns trigger language plpgsql as $$
begin
  perform net.http_post('https://elsewhere.example');
  return new;
end;
$$;
create trigger told after insert on notes for each row
  execute function supabase_functions.http_request('https://elsewhere.example', 'POST');
select vault.create_secret('do not print this', 'api');
create policy "listen" on realtime.messages for select to authenticated using (true);
alter publication supabase_realtime add table notes;
insert into notes values (1, 'pgmq.send');
`);
    expect(reports).toEqual([
      '1_start.sql:2: “create extension if not exists pg_cron with schema pg_catalo …” is left out: no job runs on a schedule.',
      '1_start.sql:4: “select cron.schedule( , , );” is left out: no job runs on a schedule.',
      '1_start.sql:7: “grant usage on schema cron to postgres;” is left out: no job runs on a schedule.',
      '1_start.sql:8: “create extension if not exists "pg_net";” is left out: the database sends no HTTP requests.',
      '1_start.sql:9: “create function tell() returns trigger language plpgsql as ;” fails where it reaches net: the database sends no HTTP requests.',
      '1_start.sql:15: “create trigger told after insert on notes for each row execu …” is left out: no webhook is sent for changed rows.',
      '1_start.sql:17: “select vault.create_secret( , );” is left out: the database stores no secrets.',
      '1_start.sql:18: “create policy "listen" on realtime.messages for select to au …” is left out: nobody is told of changes, and no channel opens.',
      '1_start.sql:19: “alter publication supabase_realtime add table notes;” has no effect: nobody is told of changes.',
    ]);
    expect((await database.query({ text: 'select id, net from notes' })).rows).toEqual([
      { id: 1, net: 'pgmq.send' },
    ]);
  });

  it.each([
    [
      'create extension vector;',
      'vector is not on this server: columns of vectors cannot be made. Name a PostgreSQL that has pgvector by DATABASE_URL.',
    ],
    [
      'create extension pgmq;',
      'pgmq is not on this server: what is put into a queue would be lost.',
    ],
    [`select pgmq.create('orders');`, 'needs pgmq, which is not on this server'],
    ['create view keys as select * from vault.decrypted_secrets;', 'needs vault, which is not'],
    [
      'alter table notes add column secret uuid references vault.secrets (id);',
      'needs vault, which is not on this server',
    ],
    ['grant select on notes, cron.job to anon;', 'needs cron, which is not on this server'],
  ])('are refused where something would be lost: %s', async (statement, reason) => {
    const sql = `create table notes (id int);\n\n${statement}\n`;
    await expect(prepare(sql)).rejects.toThrow(`1_start.sql:3: ${reason}`);
    const { rows } = await database.query({ text: `select to_regclass('public.notes') as notes` });
    expect(rows).toEqual([{ notes: null }]);
  });

  it('keep bodies whole, and tell the place of an error as it is in the file', async () => {
    await prepare(`create table net (http int);
create function sum_up() returns bigint begin atomic
  select 1; select sum(net.http) from net; end;
create view shown as select net.http from net;
select 'a;b', $body$ ; create extension pgmq; $body$;`);
    await expect(
      prepare(`select cron.schedule('a', 'b', 'c');\n  select nothing_there;`),
    ).rejects.toThrow('was changed after it had been applied');
    await database.query({ text: 'truncate supabase_migrations.schema_migrations' });
    await expect(
      prepare(`select cron.schedule('a', 'b', 'c');\n  select nothing_there;`),
    ).rejects.toThrow('1_start.sql:2:10: column "nothing_there" does not exist');
  });
});
