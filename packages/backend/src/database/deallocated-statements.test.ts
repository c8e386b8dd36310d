import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseKinds } from '../testing/databases.ts';
import type { Database, RequestContext } from './database.ts';

const context = { role: 'postgres', claims: null, headers: {} } satisfies RequestContext;

describe.each(databaseKinds)('a function that deallocates all statements, on $name', (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await kind.open();
    await database.query({
      text: `create function forget_statements() returns int language plpgsql as $$
        begin execute 'deallocate all'; return 1; end $$`,
    });
  });
  afterAll(async () => {
    await database.close();
    await kind.stop();
  });

  it('breaks no later call', async () => {
    const call = () =>
      database.runAs(context, { name: 'call', text: 'select forget_statements() as done' });
    for (let times = 0; times < 5; times += 1) {
      expect((await call()).rows).toEqual([{ done: 1 }]);
      const inside = database.transactionAs(context, (tx) => tx.query({ text: 'select 2 as two' }));
      expect((await inside).rows).toEqual([{ two: 2 }]);
      expect((await database.query({ text: 'select 3 as three' })).rows).toEqual([{ three: 3 }]);
      const ours = { name: 'ours', text: 'select 4 as four' };
      expect((await database.query(ours)).rows).toEqual([{ four: 4 }]);
      await call();
      expect((await database.transaction((tx) => tx.query(ours))).rows).toEqual([{ four: 4 }]);
    }
  });
});
