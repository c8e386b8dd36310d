import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, it } from 'vitest';
import { minute, type Scene } from '../scene.ts';
import { functionCaller, newKey, products, type TestShop } from '../test-shop.ts';
import type { ShopPlace } from './open-commerce.ts';
import type { ReplicaOrder } from './replica.ts';
import { patience } from './size.ts';
import { waysToPay } from './ways-to-pay.ts';

const { resin } = products;
const jars = 10;
const buyers = 200;
const payers = 6;

/**
 * More buyers than jars, with every way to pay and, given a `replicaDatabase`, in two processes: as
 * many orders start as there are jars, and everyone else is refused before anything is charged.
 */
export function proveLastJars(
  { shop, becomes, payments }: Scene,
  replicaDatabase?: () => ShopPlace['database'],
): void {
  it(`the last ${jars} jars are sold to ${jars} of ${buyers} buyers at once`, {
    timeout: patience,
  }, async () => {
    const replica = replicaDatabase ? await startReplica(shop(), replicaDatabase()) : null;
    const known = new Set((await shop().sandbox.sessions()).map(({ id }) => id));
    await setStock(jars);
    try {
      const processes = [shop().call, replica?.call ?? shop().call];
      const tries = await Promise.all(
        Array.from({ length: buyers }, async (_, index) => {
          const way = waysToPay[index % waysToPay.length] ?? waysToPay[0];
          const call = processes[Math.floor(index / waysToPay.length) % processes.length];
          if (!way || !call) throw new Error('There is a way and a process for everyone.');
          let answer: Awaited<ReturnType<TestShop['call']>> | undefined;
          const listening: TestShop['call'] = async (...asked) => {
            answer = await call(...asked);
            return answer;
          };
          const key = newKey();
          let begun = await way.begin({ call: listening }, key);
          // A busy machine may respond 503.
          for (let more = 0; more < 5 && begun.status === 503; more++) {
            begun = await way.begin({ call: listening }, key);
          }
          return { way, begun, body: answer?.body };
        }),
      );
      const sold = tries.filter(({ begun }) => begun.status === 200);
      const refused = tries.filter(({ begun }) => begun.status !== 200);
      expect(sold).toHaveLength(jars);
      for (const { begun, body } of refused) {
        expect(begun.status).toBe(409);
        expect(body.error).toMatchObject({
          code: 'out_of_stock',
          lines: [{ id: resin.id, weight: resin.weight, available: 0 }],
        });
      }
      expect(await readStock()).toEqual({ stock: 0, moved: 0 });
      const orders = await shop().db.selectFrom('orders').select('id').execute();
      expect(orders).toHaveLength(jars);
      // The providers opened no page for anyone else.
      const begunIds = new Set(sold.map(({ begun }) => begun.reference));
      const pages = (await shop().sandbox.sessions()).filter(({ id }) => !known.has(id));
      expect(pages.every(({ id }) => begunIds.has(id))).toBe(true);

      for (const { way, begun } of sold.slice(0, payers)) {
        await way.pay(shop().sandbox, begun.payUrl, 'ann@mail.example');
        expect(await way.confirm(shop(), begun)).toBe('paid');
      }
      shop().advance(45 * minute);
      await shop().commerce.jobs.run('reconcile');
      for (const { begun } of sold.slice(payers)) await becomes(begun.reference, 'expired');
      expect(await payments()).toHaveLength(payers);
      expect(await readStock()).toEqual({ stock: jars - payers, moved: jars - payers });
    } finally {
      await setStock(null);
      await replica?.stop();
    }
  });

  const setStock = (stock: number | null) =>
    shop().db.updateTable('products').set({ stock }).where('id', '=', resin.id).execute();

  async function readStock() {
    const { rows } = await shop().database.query<{ stock: number; moved: number }>({
      text: `select stock, (
          select sum(change)::integer from public.stock_movements where product_id = products.id
        ) as moved
        from public.products where id = $1`,
      values: [resin.id],
    });
    return rows[0];
  }
}

async function startReplica(shop: TestShop, database: ShopPlace['database']) {
  const script = path.join(import.meta.dirname, 'replica.ts');
  const order: ReplicaOrder = { place: { ...shop.place, database } };
  const child = spawn(process.execPath, ['--no-warnings', script, JSON.stringify(order)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const [port] = await once(child.stdout.setEncoding('utf8'), 'data');
  const url = `http://127.0.0.1:${Number(port)}`;
  return {
    call: functionCaller((name, init) => fetch(`${url}${name}`, init)),
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}
