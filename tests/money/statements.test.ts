import type { Connection, Database, Statement } from '@liv-fit/backend/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noSellingRules } from '#domain/quote-order.ts';
import { openMigratedPglite } from '#tests/fixtures/migrated.ts';
import { cartItem, openTestShop, sessionIdOf, type TestShop } from './test-shop.ts';

let shop: TestShop;
/** Statements for orders and payments; emails are sent on another connection. */
let sent: string[] = [];
/** Those without a name, which are therefore planned every time. */
const planned = new Set<string>();

function countStatements(database: Database): Database {
  return {
    ...database,
    async connect(): Promise<Connection> {
      const connection = await database.connect();
      return {
        ...connection,
        query<Row>(statement: Statement) {
          sent.push(statement.text);
          if (!statement.name && statement.text !== 'commit') planned.add(statement.text);
          return connection.query<Row>(statement);
        },
      };
    },
  };
}

beforeAll(async () => {
  shop = await openTestShop(async () => countStatements(await openMigratedPglite()), {
    // Cached, as in the running shop.
    sellingRules: () => noSellingRules,
  });
});
afterAll(() => shop?.close());

async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  sent = [];
  await work();
  return sent.length;
}

it('sells something in few statements', async () => {
  planned.clear();
  const held = shop.holdWebhooks();
  let url = '';
  const checkout = await statementsOf(async () => {
    const answer = await shop.call('create-checkout', { items: [cartItem('resin', 2)] });
    url = answer.body.url;
  });
  expect(checkout, sent.join('\n')).toBeLessThanOrEqual(9);

  await shop.sandbox.pay(url);
  const sessionId = sessionIdOf(url);
  const returning = await statementsOf(async () => {
    const shown = await shop.call('update-order-details', { sessionId });
    expect(shown.body.order.payment_status).toBe('paid');
  });
  expect(returning, sent.join('\n')).toBeLessThanOrEqual(8);

  for (const delivery of await held.collect([sessionId])) {
    const isAboutOrder = JSON.parse(delivery.body).type === 'checkout.session.completed';
    const processing = await statementsOf(async () => {
      expect(await held.deliver(delivery)).toBe(200);
      await shop.commerce.idle();
    });
    expect(processing, sent.join('\n')).toBeLessThanOrEqual(isAboutOrder ? 4 : 1);
  }
  const events = await shop.db.selectFrom('private.provider_events').select('done_at').execute();
  expect(events.every((event) => event.done_at !== null)).toBe(true);
  held.release();
  expect([...planned]).toEqual([]);
});
