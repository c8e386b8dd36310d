import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, openShop, type Shop } from './shop.ts';
import { testDatabases } from './test-databases.ts';

describe.each(testDatabases)('stock by batch on $name', (testDatabase) => {
  let shop: Shop;
  let admin: Client;
  beforeAll(async () => {
    shop = await openShop(testDatabase, { seeded: true });
    admin = await shop.createAdmin();
  });
  afterAll(() => shop.close());

  /** Releases batches of the first product. */
  async function release(
    batches: readonly { code: string; best_before: string | null; units_made: number | null }[],
  ): Promise<string[]> {
    const { data: product } = await admin
      .from('products')
      .select('id')
      .limit(1)
      .single()
      .throwOnError();
    const product_id = product?.id ?? '';
    await admin
      .from('product_requirements')
      .upsert({ product_id, analytes: ['lead'] })
      .throwOnError();
    const rows = batches.map((batch) => ({
      ...{ id: crypto.randomUUID() as string, product_id },
      ...batch,
    }));
    await admin.from('batches').insert(rows).throwOnError();
    for (const { id, code } of rows) {
      await admin
        .from('batch_results')
        .insert({ batch_id: id, analyte: 'lead', value: 1, limit_value: 2 })
        .throwOnError();
      await admin
        .from('batch_documents')
        .insert({ batch_id: id, path: `${code}.pdf`, sha256: 'a'.repeat(64) })
        .throwOnError();
      await admin.from('batches').update({ status: 'released' }).eq('id', id).throwOnError();
    }
    return rows.map(({ id }) => id);
  }

  async function order(): Promise<string> {
    const { data } = await shop.service
      .from('orders')
      .insert({ name: 'Ann', email: 'ann@mail.example', address: 'A', total_amount: 10 })
      .select('id')
      .single()
      .throwOnError();
    return data?.id ?? '';
  }

  it('counts what was packed of released batches, the oldest best-before first', async () => {
    const [, old] = await release([
      { code: 'STOCK-NEW', best_before: '2099-06-01', units_made: null },
      { code: 'STOCK-OLD', best_before: '2099-01-01', units_made: 5 },
    ]);
    const order_id = await order();
    await admin
      .from('order_line_batches')
      .insert([0, 1].map((line) => ({ order_id, line, batch_id: old ?? '', quantity: line + 1 })))
      .throwOnError();
    const { data } = await admin.rpc('admin_batch_stock').throwOnError();
    expect(
      data
        ?.filter(({ code }) => code.startsWith('STOCK-'))
        .map(({ code, units_made, packed }) => [code, units_made, packed]),
    ).toEqual([
      ['STOCK-OLD', 5, 3],
      ['STOCK-NEW', null, 0],
    ]);
  });

  it('notes batches where a line has none, whoever asks how often, and replaces them only when told', async () => {
    const [first = '', second = ''] = await release(
      ['NOTE-A', 'NOTE-B'].map((code) => ({ code, best_before: null, units_made: null })),
    );
    const order_id = await order();
    const lines = (batch_id: string) =>
      [0, 1].map((line) => ({ order_id, line, batches: [{ batch_id, quantity: line + 1 }] }));
    const note = async (batch_id: string, more: object = {}) => {
      const { data } = await admin
        .rpc('note_line_batches', { lines: lines(batch_id), ...more })
        .throwOnError();
      return data?.map(({ line, code, quantity }) => `${line}: ${quantity} ${code}`);
    };
    const stored = async () => {
      const { data } = await admin
        .from('order_line_batches')
        .select('line, quantity, batch:batches(code)')
        .eq('order_id', order_id)
        .order('line')
        .throwOnError();
      return data?.map(({ line, quantity, batch }) => `${line}: ${quantity} ${batch.code}`);
    };
    // Two packers at once, one of them retrying after a lost response.
    const answers = await Promise.all([note(first), note(second), note(first)]);
    const [answer] = answers;
    expect(answer).toHaveLength(2);
    expect(answers).toEqual([answer, answer, answer]);
    expect(await stored()).toEqual(answer);
    expect(await note(second, { replace: true })).toEqual(['0: 1 NOTE-B', '1: 2 NOTE-B']);
    expect(await note(first)).toEqual(['0: 1 NOTE-B', '1: 2 NOTE-B']);
    expect(await stored()).toEqual(['0: 1 NOTE-B', '1: 2 NOTE-B']);
    const emptied = [{ order_id, line: 0, batches: [] }];
    await admin.rpc('note_line_batches', { lines: emptied, replace: true }).throwOnError();
    expect(await stored()).toEqual(['1: 2 NOTE-B']);
    const { client: customer } = await shop.createCustomer();
    expect((await customer.rpc('note_line_batches', { lines: emptied })).error?.code).toBe('42501');
  });

  it('replaces only what whoever replaces it has seen', async () => {
    const [first = '', second = ''] = await release(
      ['SEEN-A', 'SEEN-B'].map((code) => ({ code, best_before: null, units_made: null })),
    );
    const order_id = await order();
    const of = (...ids: string[]) => ids.map((batch_id) => ({ batch_id, quantity: 1 }));
    const note = async (batches: object[], seen?: object[]) => {
      const lines = [{ order_id, line: 0, batches, ...(seen && { seen }) }];
      const { data } = await admin
        .rpc('note_line_batches', { lines: lines as never, replace: true })
        .throwOnError();
      return data?.map(({ code }) => code);
    };
    expect(await note(of(first), [])).toEqual(['SEEN-A']);
    // Another packer, who still sees none.
    expect(await note(of(second), [])).toEqual(['SEEN-A']);
    expect(await note([], of(second))).toEqual(['SEEN-A']);
    expect(await note(of(first, second), of(first))).toEqual(['SEEN-A', 'SEEN-B']);
    expect(await note(of(second), of(first))).toEqual(['SEEN-A', 'SEEN-B']);
    expect(await note(of(second), of(second, first))).toEqual(['SEEN-B']);
    expect(await note(of(first))).toEqual(['SEEN-A']);
  });

  it('packs no batch that is recalled or blocked, though the page that asks has not heard of it', async () => {
    const [recalled = ''] = await release([
      { code: 'NOTE-RECALLED', best_before: null, units_made: null },
    ]);
    await admin.from('batches').update({ status: 'recalled' }).eq('id', recalled).throwOnError();
    const lines = [
      { order_id: await order(), line: 0, batches: [{ batch_id: recalled, quantity: 1 }] },
    ];
    for (const replace of [false, true]) {
      const { error } = await admin.rpc('note_line_batches', { lines, replace });
      expect(error).toMatchObject({
        code: '23514',
        message: 'Batch NOTE-RECALLED is recalled: only released batches are packed.',
      });
    }
  });
});
