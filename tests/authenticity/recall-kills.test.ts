import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RecallProgress } from '#domain/recall.ts';
import { createRandom } from '#tests/money/proofs/random.ts';
import { type AcceptedMail, type MailServer, startMailServer } from './mail-server.ts';
import { openStage, type Stage } from './open-stage.ts';
import { isFull, patience, seed, size, tell } from './size.ts';

let mailServer: MailServer;
let stage: Stage;
beforeAll(async () => {
  mailServer = await startMailServer();
  stage = await openStage(
    { SMTP_URL: mailServer.url, EMAIL_FROM: 'Liv Fit <shop@livfit.example>' },
    { durable: true },
  );
}, patience);
afterAll(async () => {
  await stage?.close();
  await mailServer?.stop();
});

/** Every tenth order's address has ordered before; every fiftieth order has none. */
const addresses = size.recalledOrders - size.recalledOrders / 10 - size.recalledOrders / 50;
const withoutAddress = size.recalledOrders / 50;

async function addOrders(batchId: string): Promise<void> {
  const connection = await stage.database.connect();
  try {
    await connection.exec(`
      set session_replication_role = replica;
      insert into public.orders (id, name, email, address, total_amount, subtotal_amount, payment_status)
      select md5('order ' || n)::uuid, 'Customer ' || n, case
          when n % 50 = 1 then 'pending@checkout.example'
          when n % 10 = 0 then 'CUSTOMER' || (n - 1) || '@mail.example'
          else 'customer' || n || '@mail.example' end, 'A', 10, 10, 'paid'
      from generate_series(1, ${size.recalledOrders}) as n;
      insert into public.order_line_batches (order_id, line, batch_id)
      select md5('order ' || n)::uuid, 0, '${batchId}' from generate_series(1, ${size.recalledOrders}) as n;
      analyze public.orders, public.order_line_batches;
    `);
  } finally {
    connection.release();
  }
}

/** What the database has recorded about the recall's emails. */
async function noted(): Promise<{ sent: number; waiting: string[] }> {
  const rows = await stage.rows<{ recipient: string; status: string }>(
    `select recipient, status from private.email_outbox where dedupe_key like 'recall:%'`,
  );
  return {
    sent: rows.filter(({ status }) => status === 'sent').length,
    waiting: rows.filter(({ status }) => status !== 'sent').map(({ recipient }) => recipient),
  };
}

const ownerAddress = 'owner@livfit.example';
const mailed = () => mailServer.accepted.filter(({ recipient }) => recipient !== ownerAddress);

function copiesOf(mails: readonly AcceptedMail[]): Map<string, number> {
  const copies = new Map<string, number>();
  for (const { recipient } of mails) copies.set(recipient, (copies.get(recipient) ?? 0) + 1);
  return copies;
}

async function until(isReached: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + patience;
  while (!(await isReached())) {
    if (Date.now() > end) throw new Error('This took too long.');
    await sleep(5);
  }
}

it(`a recall of ${size.recalledOrders} orders reaches every address over two kills (seed ${seed})`, {
  timeout: patience,
}, async () => {
  const random = createRandom(seed);
  const batch = await stage.addBatch('RECALLED-1', 1);
  await addOrders(batch.id);
  const { data } = await stage.admin
    .from('recalls')
    .insert({ reason: 'Too much lead.', instructions: 'Send it back.' })
    .select('id')
    .single()
    .throwOnError();
  const recall = { recallId: data.id };
  await stage.admin
    .from('recall_batches')
    .insert({ recall_id: data.id, batch_id: batch.id })
    .throwOnError();
  const progress = async () =>
    ((await stage.call('recall-progress', recall)) as { progress: RecallProgress }).progress;

  const began = performance.now();
  const preview = await stage.call('preview-recall', recall);
  const previewMs = Math.round(performance.now() - began);
  expect(preview).toMatchObject({ orders: size.recalledOrders, addresses, withoutAddress });

  const sending = stage.call('send-recall', recall).catch(() => null);
  /** How many copies the mail server had accepted before anything could be recorded. */
  const unnoted = new Map<string, number>();
  async function die(): Promise<void> {
    await stage.kill();
    // The mail server may still be reading what it was sent.
    await sleep(500);
    const { waiting, sent } = await noted();
    const accepted = copiesOf(mailed());
    for (const recipient of waiting) {
      const copies = accepted.get(recipient);
      if (copies) unnoted.set(recipient, copies);
    }
    // The dead process's leases expire after a minute; the small proof does not wait that long.
    if (!isFull)
      await stage.rows('update private.email_outbox set leased_until = null returning id');
    await stage.start();
    const told = await progress();
    expect(told.recipients).toBe(addresses + withoutAddress);
    // The next process continues sending while its progress is read.
    expect(told.sent).toBeGreaterThanOrEqual(sent);
    expect(told.sent).toBeLessThanOrEqual((await noted()).sent);
  }
  // The first kill comes while recipients are being queued, or soon after; the second one halfway
  // through.
  await until(async () => {
    const [row] = await stage.rows<{ status: string }>('select status from public.recalls');
    return row?.status !== 'draft';
  });
  await sleep(random.below(isFull ? 3_000 : 300));
  await die();
  const middle = Math.round(addresses * (0.3 + random.below(40) / 100));
  await until(() => mailed().length >= middle);
  await die();
  await sending;
  await until(async () => (await noted()).sent === addresses);
  await sleep(1_000);

  const copies = copiesOf(mailed());
  const once = new Set(mailed().map(({ messageId }) => messageId));
  const expected = [...copies.keys()].map((recipient) => [
    recipient,
    1 + (unnoted.get(recipient) ?? 0),
  ]);
  tell('recall', {
    seed,
    orders: size.recalledOrders,
    previewMs,
    secondDeathAfter: middle,
    seconds: Math.round((performance.now() - began) / 1_000),
    addresses: copies.size,
    mailedTwice: mailed().length - copies.size,
    yesNotNoted: unnoted.size,
  });
  expect(copies.size).toBe(addresses);
  expect([...copies]).toEqual(expected);
  // A second copy has the same message id, which mail programs show once.
  expect(once.size).toBe(addresses);
  expect(await progress()).toEqual({
    status: 'sent',
    recipients: addresses + withoutAddress,
    queued: addresses,
    sent: addresses,
    failed: 0,
    acknowledged: 0,
    withoutAddress,
  });
});
