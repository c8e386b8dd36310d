import { createKysely } from '@liv-fit/backend/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { siteDefaults } from '#domain/settings.ts';
import { sendRecalls } from '#server/authenticity/recalls/send-recalls.ts';
import type { DB } from '#server/orders/tables.ts';
import { type Client, openShop, type Shop } from './shop.ts';
import { testDatabases } from './test-databases.ts';

const orders = 1_300;
/** Every tenth order's address has ordered before; every fiftieth order has none. */
const addresses = orders - orders / 10 - orders / 50;

describe.each(testDatabases)('a recall on $name', (testDatabase) => {
  let shop: Shop;
  let admin: Client;
  let recall: string;
  let batch: string;

  beforeAll(async () => {
    shop = await openShop(testDatabase);
    admin = await shop.createAdmin();
    const { rows } = await shop.database.query<{ id: string }>({
      text: `with product as (insert into public.products (name, price) values ('Resin', 1) returning id)
        insert into public.batches (code, product_id) select 'LOT-1', id from product returning id`,
    });
    batch = rows[0]?.id ?? '';
    await shop.database.query({
      text: `insert into public.orders (id, name, email, address, total_amount)
        select gen_random_uuid(), case when n = 3 then E'=1\\n+1' else 'Customer ' || n end, case
            when n % 50 = 1 then 'pending@checkout.example'
            when n % 10 = 0 then 'CUSTOMER' || (n - 1) || '@mail.example'
            else 'customer' || n || '@mail.example' end, 'A', 10
        from generate_series(1, ${orders}) as n`,
    });
    await shop.database.query({
      text: `insert into public.order_line_batches (order_id, line, batch_id) select id, 0, $1 from public.orders`,
      values: [batch],
    });
    const { data } = await admin
      .from('recalls')
      .insert({ reason: 'Too much lead.', instructions: 'Send it back.' })
      .select('id')
      .single()
      .throwOnError();
    recall = data?.id ?? '';
    await admin
      .from('recall_batches')
      .insert({ recall_id: recall, batch_id: batch })
      .throwOnError();
  });
  afterAll(() => shop.close());

  const call = async (client: Client, name: string, body: object) => {
    const { data, error } = await client.functions.invoke(name, { body });
    return error ? await (error.context as Response).json() : data;
  };
  const progress = async () =>
    (await call(admin, 'recall-progress', { recallId: recall })).progress;
  const context = () => ({
    db: createKysely<DB>(shop.database),
    site: () => siteDefaults,
    origin: 'http://shop.example',
    now: () => new Date(),
  });
  const mails = async () => {
    const { rows } = await shop.database.query<{ recipient: string; text: string }>({
      text: `select recipient, text from private.email_outbox where dedupe_key like 'recall:%'`,
    });
    return rows;
  };

  it('shows who is affected before anything is sent, to administrators alone', async () => {
    const { client } = await shop.createCustomer();
    expect(await call(client, 'preview-recall', { recallId: recall })).toMatchObject({
      error: { code: 'not_admin' },
    });
    expect(await call(admin, 'preview-recall', { recallId: recall })).toEqual({
      batches: [{ id: batch, code: 'LOT-1', product: 'Resin' }],
      orders,
      addresses,
      withoutAddress: orders / 50,
    });
    expect(await mails()).toEqual([]);
  });

  it('takes back released batches alone', async () => {
    expect(await call(admin, 'send-recall', { recallId: recall })).toMatchObject({
      error: {
        code: 'wrong_status',
        message: 'Batch LOT-1 is draft: only released batches can be recalled.',
      },
    });
    expect(await progress()).toMatchObject({ status: 'draft', recipients: 0 });
  });

  it('announces what its sender saw, or nothing', async () => {
    const seen = { reason: 'Too much lead.', instructions: 'Send it back.', batchIds: [batch] };
    for (const other of [{ reason: 'None.' }, { instructions: 'Keep it.' }, { batchIds: [] }]) {
      const stale = { recallId: recall, seen: { ...seen, ...other } };
      expect(await call(admin, 'send-recall', stale)).toMatchObject({
        error: { code: 'recall_changed' },
      });
    }
    expect(await call(admin, 'send-recall', { recallId: recall, seen })).toMatchObject({
      error: { code: 'wrong_status' },
    });
    expect(await progress()).toMatchObject({ status: 'draft', recipients: 0 });
  });

  it('is saved as it was read, with exactly its batches', async () => {
    const { data: product } = await admin.from('products').select('id').single().throwOnError();
    const ids = ['LOT-2', 'LOT-3'].map((code) => ({
      ...{ id: crypto.randomUUID() as string, code, product_id: product?.id ?? '' },
    }));
    await admin.from('batches').insert(ids).throwOnError();
    const [second = '', third = ''] = ids.map(({ id }) => id);
    const id = crypto.randomUUID();
    const save = async (reason: string, batch_ids: string[], seen?: string, client = admin) => {
      const { data, error } = await client.rpc('save_recall', {
        ...{ recall: id, reason, instructions: 'Send it back.', batch_ids },
        ...(seen ? { seen } : {}),
      });
      return error ? error.code : (data?.[0]?.updated_at ?? null);
    };
    const stored = async () => {
      const { data } = await admin
        .from('recalls')
        .select('reason, recall_batches(batch_id)')
        .eq('id', id)
        .single()
        .throwOnError();
      return [data?.reason, new Set(data?.recall_batches.map(({ batch_id }) => batch_id))];
    };
    const first = (await save('One', [batch])) ?? '';
    // Repeats the creation, then saves twice from the same starting point.
    expect(await save('One', [batch])).toBeNull();
    const both = await Promise.all([save('Two', [second], first), save('Three', [third], first)]);
    expect(both.filter((saved) => saved === null)).toHaveLength(1);
    expect(await stored()).toEqual(
      both[0] ? ['Two', new Set([second])] : ['Three', new Set([third])],
    );
    const latest = both.find((saved) => saved !== null) ?? '';
    expect(await save('Four', [batch, third], latest)).not.toBeNull();
    expect(await stored()).toEqual(['Four', new Set([batch, third])]);
    const { client: customer } = await shop.createCustomer();
    expect(await save('Five', [batch], latest, customer)).toBe('42501');
    await admin.from('recalls').delete().eq('id', id).throwOnError();
    expect(await save('Six', [batch], latest)).toBeNull();
  });

  it('writes to each address once, however often it is begun and ended', async () => {
    await shop.database.query({
      text: `insert into public.product_requirements (product_id, analytes) select id, '{lead}' from public.products`,
    });
    await shop.database.query({
      text: `insert into public.batch_results (batch_id, analyte, value, limit_value) values ($1, 'lead', 1, 2)`,
      values: [batch],
    });
    await shop.database.query({
      text: `insert into public.batch_documents (batch_id, path, sha256) values ($1, 'x.pdf', repeat('a', 64))`,
      values: [batch],
    });
    await admin.from('batches').update({ status: 'released' }).eq('id', batch).throwOnError();
    // The first call starts it; a second click, another process and aborted runs do no harm.
    const [sent] = await Promise.all([
      call(admin, 'send-recall', { recallId: recall }),
      call(admin, 'send-recall', { recallId: recall }),
    ]);
    expect(sent.progress).toMatchObject({ recipients: addresses + orders / 50 });
    await sendRecalls(context(), AbortSignal.abort());
    await Promise.all([sendRecalls(context()), sendRecalls(context())]);
    await expect.poll(async () => (await progress()).status, { timeout: 20_000 }).toBe('sent');
    expect(await progress()).toEqual({
      status: 'sent',
      recipients: addresses + orders / 50,
      queued: addresses,
      sent: 0,
      failed: 0,
      acknowledged: 0,
      withoutAddress: orders / 50,
    });
    const queued = await mails();
    expect(queued).toHaveLength(addresses);
    expect(new Set(queued.map(({ recipient }) => recipient)).size).toBe(addresses);
    expect(queued[0]?.text).toContain('Resin, batch LOT-1');
  });

  it('counts what the mail server took, and what it refused, as it happens', async () => {
    await shop.database.query({
      text: `update private.email_outbox set status = 'sent', sent_at = now()
        where id in (select id from private.email_outbox where dedupe_key like 'recall:%' limit 7)`,
    });
    await shop.database.query({
      text: `update private.email_outbox set status = 'failed' where id in
        (select id from private.email_outbox where dedupe_key like 'recall:%' and status = 'queued' limit 3)`,
    });
    expect(await progress()).toMatchObject({ sent: 7, failed: 3 });
  });

  it('notes who has read it, once, by the link of the email', async () => {
    const [mail] = await mails();
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
    const somebody = shop.anonymous();
    expect(await call(somebody, 'acknowledge-recall', { token: 'guess' })).toMatchObject({
      error: { code: 'recall_not_found' },
    });
    for (let press = 0; press < 2; press += 1) {
      expect(await call(somebody, 'acknowledge-recall', { token })).toEqual({ acknowledged: true });
    }
    expect(await progress()).toMatchObject({ acknowledged: 1 });
    const { csv } = await call(admin, 'recall-list', { recallId: recall });
    const lines = csv.split('\r\n');
    expect(lines[0]).toBe('name,email,orders,sent,failed,acknowledged');
    expect(lines).toHaveLength(1 + addresses + orders / 50);
    expect(lines.find((line: string) => line.includes('customer3@'))).toMatch(/^"'=1\n\+1"/);
  });

  it('stays as it was announced', async () => {
    const { error } = await admin.from('recalls').update({ reason: 'None.' }).eq('id', recall);
    expect(error?.message).toBe('This recall is announced.');
    const { data } = await admin
      .from('recalls')
      .select('updated_at')
      .eq('id', recall)
      .single()
      .throwOnError();
    const saved = await admin.rpc('save_recall', {
      ...{ recall, reason: 'None.', instructions: 'None.', batch_ids: [batch] },
      seen: data?.updated_at ?? '',
    });
    expect(saved.error?.message).toBe('This recall is announced.');
    const removed = await admin.from('recall_batches').delete().eq('recall_id', recall);
    expect(removed.error?.message).toBe('This recall is announced.');
    const draft = crypto.randomUUID();
    const { data: other } = await admin.from('batches').select('id').eq('code', 'LOT-2').single();
    await admin
      .rpc('save_recall', {
        ...{ recall: draft, reason: 'Draft.', instructions: 'None.' },
        batch_ids: [other?.id ?? ''],
      })
      .throwOnError();
    const moved = await admin
      .from('recall_batches')
      .update({ recall_id: recall })
      .eq('recall_id', draft);
    expect(moved.error?.message).toBe('This recall is announced.');
  });
});
