import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseKinds } from '../testing/databases.ts';
import { createKysely } from './create-kysely.ts';
import type { Database, Statement } from './database.ts';

describe.each(databaseKinds)('typed queries on $name', (kind) => {
  let database: Database;

  beforeAll(async () => {
    database = await kind.open();
    const connection = await database.connect();
    await connection.exec(`
      create table notes (id int primary key, owner text, text text);
      create table parents (id int primary key deferrable initially deferred);
    `);
    connection.release();
  });

  afterAll(async () => {
    await database?.close();
    await kind.stop();
  });

  it('serves typed queries from the same connections', async () => {
    interface Tables {
      notes: { id: number; owner: string | null; text: string | null };
    }
    const kysely = createKysely<Tables>(database);
    await kysely.transaction().execute(async (tx) => {
      await tx.insertInto('notes').values({ id: 20, owner: 'cy', text: 'a' }).execute();
      await tx.insertInto('notes').values({ id: 21, owner: 'cy', text: 'b' }).execute();
    });
    const dropped = kysely.transaction().execute(async (tx) => {
      await tx.deleteFrom('notes').where('owner', '=', 'cy').execute();
      throw new RangeError('no');
    });
    await expect(dropped).rejects.toThrow(RangeError);
    const changed = await kysely
      .updateTable('notes')
      .set({ text: 'c' })
      .where('owner', '=', 'cy')
      .executeTakeFirst();
    expect(changed.numUpdatedRows).toBe(2n);
    expect(
      await kysely
        .selectFrom('notes')
        .select('id')
        .where('owner', '=', 'cy')
        .orderBy('id')
        .execute(),
    ).toEqual([{ id: 20 }, { id: 21 }]);
  });

  describe('a typed transaction', () => {
    interface Tables {
      notes: { id: number; owner: string | null; text: string | null };
    }
    const note = (id: number) => ({ id, owner: 'dot', text: 'first' });
    const idsOf = async () => {
      const { rows } = await database.query<{ id: number }>({
        text: "select id from notes where owner = 'dot' order by id",
      });
      return rows.map(({ id }) => id);
    };

    it('begins in the message of its first statement', async () => {
      const sent: string[] = [];
      const watched: Database = {
        ...database,
        async connect() {
          const connection = await database.connect();
          return {
            ...connection,
            query<Row>(statement: Statement) {
              sent.push([statement.begin, statement.text.trim()].filter(Boolean).join('; '));
              return connection.query<Row>(statement);
            },
          };
        },
      };
      const settings = await createKysely<Tables>(watched)
        .transaction()
        .setIsolationLevel('serializable')
        .setAccessMode('read only')
        .execute(async (tx) => {
          const { rows } = await sql<Record<string, string>>`
            select current_setting('transaction_isolation') as isolation,
              current_setting('transaction_read_only') as read_only`.execute(tx);
          await sql`select 2`.execute(tx);
          return rows[0];
        });
      expect(settings).toEqual({ isolation: 'serializable', read_only: 'on' });
      expect(sent).toEqual([
        expect.stringMatching(
          /^begin isolation level serializable read only; select current_setting/,
        ),
        'select 2',
        'commit',
      ]);
    });

    it('is rolled back where its first statement fails, and leaves the connection clean', async () => {
      await createKysely<Tables>(database)
        .connection()
        .execute(async (kysely) => {
          await kysely.insertInto('notes').values(note(30)).execute();
          const failing = kysely.transaction().execute(async (tx) => {
            const again = tx.insertInto('notes').values(note(30)).execute();
            await expect(again).rejects.toMatchObject({ code: '23505' });
            // A failed transaction is still a transaction.
            const later = tx.insertInto('notes').values(note(31)).execute();
            await expect(later).rejects.toMatchObject({ code: '25P02' });
            return again;
          });
          await expect(failing).rejects.toMatchObject({ code: '23505' });
          const wrong = kysely.transaction().execute((tx) => sql`selec 1`.execute(tx));
          await expect(wrong).rejects.toMatchObject({ code: '42601' });
          await kysely.insertInto('notes').values(note(32)).execute();
        });
      expect(await idsOf()).toEqual([30, 32]);
    });

    it('takes its first statement back with what comes later', async () => {
      const dropped = createKysely<Tables>(database)
        .transaction()
        .execute(async (tx) => {
          await tx.insertInto('notes').values(note(33)).execute();
          throw new RangeError('no');
        });
      await expect(dropped).rejects.toThrow(RangeError);
      expect(await idsOf()).not.toContain(33);
    });

    it('sends nothing where it has no statement, and the next one stands alone', async () => {
      await createKysely<Tables>(database)
        .connection()
        .execute(async (kysely) => {
          await kysely.transaction().execute(async () => {});
          const refused = kysely.transaction().execute(() => Promise.reject(new RangeError('no')));
          await expect(refused).rejects.toThrow(RangeError);
          await kysely.insertInto('notes').values(note(34)).execute();
        });
      expect(await idsOf()).toContain(34);
    });

    it('continues when its prepared statements are gone', async () => {
      await createKysely<Tables>(database)
        .connection()
        .execute(async (kysely) => {
          await kysely.insertInto('notes').values(note(35)).execute();
          await sql`deallocate all`.execute(kysely);
          await kysely
            .transaction()
            .execute((tx) => tx.insertInto('notes').values(note(36)).execute());
        });
      expect(await idsOf()).toEqual(expect.arrayContaining([35, 36]));
    });
  });

  it('prepares typed queries, but for those that a new column would end', async () => {
    interface Tables {
      parents: { id: number };
      pg_prepared_statements: { name: string; statement: string };
    }
    await createKysely<Tables>(database)
      .connection()
      .execute(async (kysely) => {
        const all = () => kysely.selectFrom('parents').selectAll().execute();
        await all();
        for (const id of [1, 2, 3]) {
          await kysely.selectFrom('parents').select('id').where('id', '=', id).execute();
        }
        await sql`alter table parents add column added int`.execute(kysely);
        expect(await all()).toEqual([]);
        const prepared = await kysely
          .selectFrom('pg_prepared_statements')
          .select('statement')
          .where('statement', 'like', 'select % from "parents"%')
          .execute();
        expect(prepared).toEqual([{ statement: 'select "id" from "parents" where "id" = $1' }]);
      });
  });
});
