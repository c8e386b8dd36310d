import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { serve } from '@hono/node-server';
import { createKysely } from '@liv-fit/backend/database';
import pLimit from 'p-limit';
import { expect, it } from 'vitest';
import type { DB } from '#server/orders/tables.ts';
import { paypalSandbox } from '#server/payments/paypal/paypal-service.ts';
import { stripeSandbox } from '#server/payments/stripe/stripe-service.ts';
import { startSandbox } from '#server/setup/start-sandbox.ts';
import { sandboxClient } from '../sandbox-client.ts';
import { addProducts, functionCaller, newKey, products, teamEmail } from '../test-shop.ts';
import { createWebhookTrap } from '../webhook-trap.ts';
import { openCommerce, openPlace, type ShopPlace } from './open-commerce.ts';
import { patience, size, tell } from './size.ts';
import type { Task, VictimOrder } from './victim.ts';
import type { Begun, WayToPay } from './ways-to-pay.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const minute = 60_000;
const pathOfChange = (index: number) => `customer-${index}@mail.example`;

/** What triggers settling an order; each is tried with a kill before every one of its actions. */
const plans = ['page', 'webhook'] as const;
type Plan = (typeof plans)[number];

interface Prepared {
  begun: Begun;
  /** Signed events about the order. */
  events: Task[];
}

/**
 * Kills the process (SIGKILL) before every action it takes while settling, capturing and emailing.
 * Afterwards, within two rounds of the reconciler, every paid order is paid once and everyone has
 * their email. Only a crash between the mail server's 250 and recording it may send an email twice.
 */
export function proveKills(
  way: WayToPay,
  name: string,
  migratedDatabase: () => Promise<ShopPlace['database']>,
): void {
  it(`${way.name} on ${name}: killed before everything it does, ${size.killRepeats} times each`, {
    timeout: patience,
  }, async () => {
    const began = performance.now();
    const stage = await openStage(await migratedDatabase());
    try {
      const lives = await stage.prepare(way, plans.length);
      const points: Record<string, number> = {};
      for (const [index, plan] of plans.entries()) {
        const life = await stage.live(workOf(way, plan, lives[index]), null);
        points[plan] = life.begun.length;
      }
      const deaths = plans.flatMap((plan) => killPoints(points[plan] ?? 0, plan));
      const prepared = await stage.prepare(way, deaths.length);
      const reached = new Set<string>();
      let mayRepeat = 0;
      for (const [index, { plan, point }] of deaths.entries()) {
        const death = await stage.live(workOf(way, plan, prepared[index]), point);
        reached.add(death.begun.at(-1)?.replace(/^\d+ /, '') ?? '');
        // Emails the server may have accepted that are not recorded yet.
        mayRepeat += death.mailsBegun;
      }
      for (const round of [1, 2]) {
        await stage.live([{ kind: 'job', name: 'reconcile' }, { kind: 'idle' }], null, round * 11);
      }
      const end = await stage.look();
      tell(`kills ${way.name} ${name}`, {
        seconds: Math.round((performance.now() - began) / 1000),
        points,
        deaths: deaths.length,
        differentPoints: reached.size,
        ...end,
        mayRepeat,
      });
      const orders = plans.length + deaths.length;
      expect(end).toMatchObject({ orders, paid: orders, payments: orders, unsent: 0 });
      expect(end.customersMailed).toBe(orders);
      expect(end.mailsToCustomers + end.mailsToTeam - 2 * orders).toBeLessThanOrEqual(mayRepeat);
    } finally {
      await stage.close();
    }
  });
}

/**
 * Kills the process before every action it takes while creating an order and opening its payment
 * page. Half of the customers try again, as their browser does, and pay: one order, one page and
 * one payment each. The others never come back: their orders end, and the stock they held is for
 * sale again.
 */
export function proveKillsAtBeginning(
  way: WayToPay,
  name: string,
  migratedDatabase: () => Promise<ShopPlace['database']>,
): void {
  it(`${way.name} on ${name}: killed before everything it does at the beginning of an order`, {
    timeout: patience,
  }, async () => {
    const stage = await openStage(await migratedDatabase(), stock);
    try {
      const begin = async (key: string): Promise<Task[]> => [await beginningOf(way, key)];
      const { begun } = await stage.live(await begin(newKey()), null);
      const points = Array.from({ length: begun.length }, (_, index) => index + 1)
        .filter((point) => point % size.beginningStep === 0)
        .flatMap((point) => Array.from({ length: size.killRepeats * 2 }, () => point));
      let returned = 0;
      for (const [index, point] of points.entries()) {
        const key = newKey();
        await stage.live(await begin(key), point);
        if (index % 2 === 0) continue;
        returned += 1;
        await stage.prepare(way, 1, key);
      }
      for (const round of [1, 9]) {
        await stage.live([{ kind: 'job', name: 'reconcile' }, { kind: 'idle' }], null, round * 11);
      }
      const end = await stage.look();
      const pages = await stage.countPages(way);
      tell(`kills at the beginning ${way.name} ${name}`, {
        points: begun.length,
        deaths: points.length,
        returned,
        pages,
        ...end,
      });
      expect(end).toMatchObject({ paid: returned, payments: returned, unsent: 0 });
      expect(end.customersMailed).toBe(returned);
      expect(end.unended).toBe(0);
      expect(end.stock).toBe(stock - returned);
      // An order that was never created has no page, and no order has two.
      expect(pages).toBeLessThanOrEqual(end.orders);
      expect(pages).toBeGreaterThanOrEqual(returned);
    } finally {
      await stage.close();
    }
  });
}

const stock = 1_000;

/** The request that the checkout makes with this key, recorded instead of sent. */
async function beginningOf(way: WayToPay, key: string): Promise<Task> {
  let task: Task | undefined;
  await way.begin(
    {
      async call(name, body, headers = {}) {
        task = { kind: 'call', name, body: body as object, headers };
        return { status: 0, body: {}, cookie: null, retryAfter: null };
      },
    },
    key,
  );
  if (!task) throw new Error('A checkout calls a function.');
  return task;
}

/** Each kill point as often as promised; at the small size only some of them, once. */
function killPoints(points: number, plan: Plan): { plan: Plan; point: number }[] {
  return Array.from({ length: points }, (_, index) => index + 1)
    .filter((point) => point % size.killStep === 0)
    .flatMap((point) => Array.from({ length: size.killRepeats }, () => ({ plan, point })));
}

function workOf(way: WayToPay, plan: Plan, prepared: Prepared | undefined): Task[] {
  if (!prepared) throw new Error('There is no order for it.');
  const begin: Task[] =
    plan === 'page' ? [{ kind: 'call', ...way.page(prepared.begun) }] : prepared.events;
  return [...begin, { kind: 'idle' }];
}

/** A database that outlives its processes, the sandbox, and a trap for its webhooks. */
async function openStage(lasting: ShopPlace['database'], counted: number | null = null) {
  const database = await openPlace(lasting);
  const setUp = createKysely<DB>(database);
  await addProducts(setUp);
  await setUp
    .updateTable('products')
    .set({ stock: counted })
    .where('id', '=', products.resin.id)
    .execute();
  await database.close();

  const trap = createWebhookTrap();
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const listening = serve({ fetch: trap.take, port: 0, hostname: '127.0.0.1' }, () =>
      resolve(listening),
    );
  });
  const origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const stripe = {
    secretKey: `sk_test_${randomBytes(12).toString('hex')}`,
    webhookSecret: `whsec_${randomBytes(12).toString('hex')}`,
  };
  const paypal = {
    clientId: randomBytes(12).toString('hex'),
    clientSecret: randomBytes(12).toString('hex'),
    webhookId: randomBytes(8).toString('hex'),
  };
  const process = await startSandbox({
    root,
    port: 0,
    host: '127.0.0.1',
    dataDir: '',
    variables: {
      ...stripeSandbox({ ...stripe, webhookUrl: `${origin}/webhooks/stripe` }),
      ...paypalSandbox({ ...paypal, webhookUrl: `${origin}/webhooks/paypal` }),
    },
  });
  const sandbox = sandboxClient(process.url, stripe.secretKey, paypal);
  const place: ShopPlace = {
    database: lasting,
    providers: { sandbox: process.url, stripe, paypal, timeoutMs: 3000 },
    smtpUrl: process.smtpUrl,
    origin,
    teamEmail,
  };
  let customers = 0;

  return {
    /** Orders and pays this many times; the shop has not been notified yet. */
    async prepare(way: WayToPay, count: number, key?: string): Promise<Prepared[]> {
      const { commerce, close } = await openCommerce(place, 0);
      const call = functionCaller((to, init) => commerce.functions.request(to, init));
      const parallel = pLimit(10);
      const begun = await Promise.all(
        Array.from({ length: count }, () =>
          parallel(async () => {
            const one = await way.begin({ call }, key ?? newKey());
            expect(one.status).toBe(200);
            customers += 1;
            await way.pay(sandbox, one.payUrl, pathOfChange(customers));
            return one;
          }),
        ),
      );
      await close();
      const deliveries = await trap.collect(begun.map(({ reference }) => reference));
      return begun.map((one) => ({
        begun: one,
        events: deliveries
          .filter(({ body }) => body.includes(one.reference))
          .map(({ headers, body }) => ({ kind: 'webhook', provider: way.name, headers, body })),
      }));
    },
    live: (work: Task[], killAt: number | null, advancedMinutes = 0) =>
      runVictim({ place, advanced: advancedMinutes * minute, killAt, work }),
    async look() {
      const after = await openPlace(lasting);
      const db = createKysely<DB>(after);
      const orders = await db.selectFrom('orders').select('payment_status').execute();
      const payments = await db.selectFrom('payments').select('order_id').execute();
      const unsent = await db
        .selectFrom('private.email_outbox')
        .select('id')
        .where('status', '<>', 'sent')
        .execute();
      const { stock: left } = await db
        .selectFrom('products')
        .select('stock')
        .where('id', '=', products.resin.id)
        .executeTakeFirstOrThrow();
      await after.close();
      const addressees = (await sandbox.mails()).flatMap((mail) => mail.to);
      const toCustomers = addressees.filter((to) => to !== teamEmail);
      return {
        orders: orders.length,
        paid: orders.filter((order) => order.payment_status === 'paid').length,
        payments: new Set(payments.map((payment) => payment.order_id)).size,
        unended: orders.filter((order) => order.payment_status === 'pending').length,
        stock: left,
        unsent: unsent.length,
        customersMailed: new Set(toCustomers).size,
        mailsToCustomers: toCustomers.length,
        mailsToTeam: addressees.length - toCustomers.length,
      };
    },
    /** How many pages the service has opened, for any order. */
    async countPages({ name: service }: WayToPay): Promise<number> {
      const made = service === 'stripe' ? sandbox.sessions() : sandbox.paypalOrders();
      return (await made).length;
    },
    async close() {
      await process.stop();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Life {
  /** The actions it started, in order; the last action of a killed process was never carried out. */
  begun: string[];
  /** Emails given to the mail server, whether or not it responded before the end. */
  mailsBegun: number;
}

function runVictim(order: VictimOrder): Promise<Life> {
  const script = path.join(import.meta.dirname, 'victim.ts');
  // The process is short-lived: optimizing PGlite's code would cost more than it gains.
  const flags = ['--liftoff-only', '--no-warnings'];
  const child = spawn(process.execPath, [...flags, script, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('close', (code, signal) => {
      const died = signal === 'SIGKILL';
      if (!died && code !== 0) return reject(new Error(`The victim ended with ${code ?? signal}.`));
      if (died && order.killAt === null) return reject(new Error('It was not to be killed.'));
      const begun = output.split('\n').filter(Boolean);
      const done = died ? begun.slice(0, -1) : [];
      resolve({ begun, mailsBegun: done.filter((line) => line.endsWith(' send mail')).length });
    });
  });
}
