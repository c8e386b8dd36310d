import { openPostgres } from '@liv-fit/backend/postgres';
import { startMigratedPostgres } from '#tests/fixtures/migrated.ts';
import { cartItem, openTestShop, sessionIdOf, type TestShop } from '#tests/money/test-shop.ts';

interface TableSize {
  name: string;
  rows: number;
  indexes: number;
  bytes: number;
}

/**
 * Measures how much disk space a paid order takes. Prints Markdown. Orders are paid by card on the
 * sandbox; the total, with their events and emails, is divided by the number of orders.
 */
export async function measureOrderSize(say: (line?: string) => void, orders: number) {
  const postgres = await startMigratedPostgres();
  const connectionString = await postgres.newMigratedDatabase();
  try {
    const shop = await openTestShop(async () => openPostgres({ connectionString }));
    try {
      await buy(shop, 10);
      const before = await readSizes(shop);
      await buy(shop, orders);
      const after = await readSizes(shop);
      const grown = after
        .map((table) => {
          const former = before.find(({ name }) => name === table.name);
          const grew = (column: 'rows' | 'indexes' | 'bytes') =>
            (table[column] - (former?.[column] ?? 0)) / orders;
          return {
            name: table.name,
            rows: grew('rows'),
            indexes: grew('indexes'),
            bytes: grew('bytes'),
          };
        })
        .filter(({ bytes }) => bytes > 0)
        .sort((a, b) => b.bytes - a.bytes);
      const kilobytes = (bytes: number) => (bytes / 1024).toFixed(1);
      const total = (column: 'indexes' | 'bytes') =>
        kilobytes(grown.reduce((sum, table) => sum + table[column], 0));
      say('| table | rows | kB | of these, indexes |');
      say('|---|---:|---:|---:|');
      for (const { name, rows, indexes, bytes } of grown) {
        say(`| ${name} | ${rows.toFixed(1)} | ${kilobytes(bytes)} | ${kilobytes(indexes)} |`);
      }
      say(`| all | | ${total('bytes')} | ${total('indexes')} |`);
    } finally {
      await shop.close();
    }
  } finally {
    await postgres.stop();
  }
}

/** A few at a time, so that vacuum can free space for reuse as in a real shop. */
async function buy(shop: TestShop, orders: number): Promise<void> {
  for (let done = 0; done < orders; done += 10) {
    await Promise.all(
      Array.from({ length: Math.min(10, orders - done) }, async () => {
        const { body } = await shop.call('create-checkout', { items: [cartItem('resin', 2)] });
        await shop.sandbox.pay(body.url);
        await shop.call('update-order-details', { sessionId: sessionIdOf(body.url) });
      }),
    );
    await shop.commerce.idle();
    await shop.database.query({ text: 'vacuum' });
  }
}

async function readSizes(shop: TestShop): Promise<TableSize[]> {
  await shop.commerce.jobs.run('sum sales');
  await shop.database.query({ text: 'vacuum analyze' });
  const { rows } = await shop.database.query<Record<keyof TableSize, string>>({
    text: `select relation.oid::regclass::text as name, greatest(reltuples, 0)::bigint as rows,
        pg_indexes_size(relation.oid) as indexes, pg_total_relation_size(relation.oid) as bytes
      from pg_class as relation
      where relation.relkind = 'r' and relation.relnamespace in (
        'public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace
      )`,
  });
  return rows.map(({ name, ...sizes }) => ({
    name,
    rows: Number(sizes.rows),
    indexes: Number(sizes.indexes),
    bytes: Number(sizes.bytes),
  }));
}
