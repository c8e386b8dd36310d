import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { batchLimits, isLaxer } from '#domain/batch-limits.ts';
import { type Client, openShop, refused, type Shop } from './shop.ts';
import { testDatabases } from './test-databases.ts';

const needed = [
  'Lead',
  'Arsenic',
  'Cadmium',
  'Mercury',
  'Total aerobic count',
  'Yeast and mould',
  'E. coli',
  'Salmonella',
];

describe.each(testDatabases)('batches on $name', (testDatabase) => {
  let shop: Shop;
  let admin: Client;
  let product: string;
  let count = 0;

  beforeAll(async () => {
    shop = await openShop(testDatabase, { seeded: true });
    admin = await shop.createAdmin();
    const { data } = await admin.from('products').select('id').limit(1).single().throwOnError();
    product = data?.id ?? '';
  });
  afterAll(() => shop.close());

  async function draft(): Promise<{ id: string; code: string }> {
    count += 1;
    const code = `LOT-${count}`;
    const { data } = await admin
      .from('batches')
      .insert({ code, product_id: product })
      .select('id, status')
      .single()
      .throwOnError();
    expect(data?.status).toBe('draft');
    return { id: data?.id ?? '', code };
  }

  const addResults = (batch: string, analytes: readonly string[], value = 1) =>
    admin
      .from('batch_results')
      .insert(analytes.map((analyte) => ({ batch_id: batch, analyte, value, limit_value: 2 })))
      .throwOnError();
  const addDocument = (batch: string) =>
    admin
      .from('batch_documents')
      .insert({ batch_id: batch, path: 'report.pdf', sha256: 'a'.repeat(64) })
      .throwOnError();
  const become = async (batch: string, status: string, client = admin) => {
    const { error } = await client.from('batches').update({ status }).eq('id', batch);
    return error?.message ?? null;
  };
  const isValid = async (code: string) => {
    const { data } = await shop.anonymous(code).from('validity_codes').select('code, product_name');
    return data?.[0]?.product_name ?? null;
  };

  it('are released only with a document and a passing result for every required analyte', async () => {
    const { id, code } = await draft();
    await addResults(id, needed.slice(0, -1));
    expect(await become(id, 'released')).toMatch(/laboratory document/);
    await addDocument(id);
    expect(await become(id, 'released')).toBe(
      'A result within its limit is missing for Salmonella.',
    );
    await addResults(id, needed.slice(-1), 3);
    expect(await become(id, 'released')).toBe('The result for Salmonella exceeds its limit.');
    expect(await isValid(code)).toBeNull();
    await admin
      .from('batch_results')
      .update({ qualifier: 'not detected', value: null })
      .eq('batch_id', id)
      .eq('analyte', 'Salmonella')
      .throwOnError();
    expect(await become(id, 'released')).toBeNull();
    expect(await isValid(code)).not.toBeNull();
  });

  it('need only what the owner’s list for the product names', async () => {
    const { id } = await draft();
    await addDocument(id);
    await addResults(id, ['Lead']);
    expect(await become(id, 'released')).toMatch(/missing for arsenic/);
    await admin
      .from('product_requirements')
      .insert({ product_id: product, analytes: ['lead'] })
      .throwOnError();
    expect(await become(id, 'released')).toBeNull();
    await admin.from('product_requirements').delete().eq('product_id', product).throwOnError();
  });

  it('keep to the limits of the shop and of their product, whoever sets the status', async () => {
    const { id } = await draft();
    await addDocument(id);
    await addResults(id, needed);
    const limitLead = (limit_value: number) =>
      admin
        .from('batch_results')
        .update({ limit_value, unit: 'µg/g' })
        .eq('batch_id', id)
        .eq('analyte', 'Lead')
        .throwOnError();
    const laxer = 'The limit for Lead is less strict than the default.';
    await limitLead(10.1);
    expect(await become(id, 'released')).toBe(laxer);
    expect(await become(id, 'released', shop.service)).toBe(laxer);
    await limitLead(10);
    await admin
      .from('product_requirements')
      .insert({ product_id: product, stricter_limits: { Lead: 2 } })
      .throwOnError();
    expect(await become(id, 'released')).toBe(laxer);
    await limitLead(2);
    expect(await become(id, 'released')).toBeNull();
    await admin.from('product_requirements').delete().eq('product_id', product).throwOnError();
    // Neither with the secret key nor with the owner's own session.
    for (const client of [admin, shop.service]) {
      const laxed = await client
        .from('batch_results')
        .update({ limit_value: 50 })
        .eq('batch_id', id);
      expect(laxed.error?.message).toMatch(/publish a correction/);
      const dated = await client.from('batches').update({ best_before: '2099-01-01' }).eq('id', id);
      expect(dated.error?.message).toMatch(/publish a correction/);
    }
  });

  it('are laxer than allowed by the same rule as in domain/batch-limits.ts', async () => {
    const { id } = await draft();
    const cases = ['lead', 'Arsenic', 'Yeast and mould', 'E. coli', 'Tin'].flatMap((analyte) =>
      ['µg/g', 'ppb', ' MG/KG ', 'mg/g', '%', 'CFU/g', 'cfu/10 g', 'furlongs'].flatMap((unit) =>
        [0, 0.001, 0.5, 2, 10, 30, 1_000, 1_001, 10_000].map((limit) => ({ analyte, unit, limit })),
      ),
    );
    for (const [dose, stricter] of [
      [null, {}],
      [0.3, { lead: 1, 'yeast_and mold': 5 }],
    ] as const) {
      await shop.database.query({
        text: `insert into public.product_requirements (product_id, daily_dose_grams, stricter_limits)
          values ($1, $2, $3) on conflict (product_id) do update
          set daily_dose_grams = excluded.daily_dose_grams, stricter_limits = excluded.stricter_limits`,
        values: [product, dose, JSON.stringify(stricter)],
      });
      const limits = batchLimits(dose, stricter);
      const found: unknown[] = [];
      for (const { analyte, unit, limit } of cases) {
        await shop.database.query({
          text: `insert into public.batch_results (batch_id, analyte, value, unit, limit_value)
            values ($1, $2, 0, $3, $4)`,
          values: [id, analyte, unit, limit],
        });
        const { rows } = await shop.database.query<{ laxer: string | null }>({
          text: 'select private.find_laxer_limit($1) as laxer',
          values: [id],
        });
        found.push({ analyte, unit, limit, laxer: rows[0]?.laxer === analyte });
        await shop.database.query({
          text: 'delete from public.batch_results where batch_id = $1',
          values: [id],
        });
      }
      expect(found).toEqual(cases.map((each) => ({ ...each, laxer: isLaxer(each, limits) })));
    }
    await admin.from('product_requirements').delete().eq('product_id', product).throwOnError();
  });

  it('stay with the product for whose requirements they were released', async () => {
    const { data: other } = await admin
      .from('products')
      .insert({ name: 'Less tested', price: 1 })
      .select('id')
      .single()
      .throwOnError();
    const { id } = await draft();
    await addDocument(id);
    await addResults(id, needed);
    const kept = 'A released batch keeps its code and its product.';
    const move = async (product_id: string | null, changes = {}) => {
      const { error } = await admin
        .from('batches')
        .update({ product_id, ...changes })
        .eq('id', id);
      return error?.message;
    };
    expect(await move(other?.id ?? '', { status: 'released' })).toBe(kept);
    expect(await become(id, 'released')).toBeNull();
    expect(await move(other?.id ?? '')).toBe(kept);
    expect(await move(null)).toBe(kept);
  });

  it('leave a line in the change log when what they need changes', async () => {
    const change = (stricter_limits: object) =>
      admin
        .from('product_requirements')
        .update({ stricter_limits: stricter_limits as never })
        .eq('product_id', product)
        .throwOnError();
    await admin.from('product_requirements').insert({ product_id: product }).throwOnError();
    await change({ lead: 1 });
    const { data: other } = await admin
      .from('products')
      .select('id')
      .neq('id', product)
      .limit(1)
      .single()
      .throwOnError();
    const moved = await admin
      .from('product_requirements')
      .update({ product_id: other?.id ?? '' })
      .eq('product_id', product);
    expect(moved.error?.message).toBe('Laboratory requirements stay with their product.');
    await admin.from('product_requirements').delete().eq('product_id', product).throwOnError();
    const { data } = await admin
      .from('audit_log')
      .select('action, before, after, actor_email')
      .eq('table_name', 'product_requirements')
      .eq('row_id', product)
      .order('id', { ascending: false })
      .limit(3);
    expect(data?.map(({ action }) => action)).toEqual(['delete', 'update', 'insert']);
    expect(data?.[1]).toEqual({
      action: 'update',
      before: { stricter_limits: {} },
      after: { stricter_limits: { lead: 1 } },
      actor_email: expect.stringContaining('@'),
    });
  });

  it('let nobody type what passes, and ask for a limit', async () => {
    const { id } = await draft();
    const typed = await admin
      .from('batch_results')
      .insert({ batch_id: id, analyte: 'Lead', value: 9, limit_value: 2, passes: true } as never);
    expect(typed.error?.code).toBe('428C9');
    await addDocument(id);
    await admin
      .from('batch_results')
      .insert(needed.map((analyte) => ({ batch_id: id, analyte, value: 1 })))
      .throwOnError();
    expect(await become(id, 'released')).toMatch(/missing for lead/);
  });

  it('are withdrawn from the valid codes when they are blocked, and go no way back', async () => {
    const { id, code } = await draft();
    await addDocument(id);
    await addResults(id, needed);
    expect(await become(id, 'recalled')).toBe('A batch that is draft cannot become recalled.');
    expect(await become(id, 'released')).toBeNull();
    expect(await become(id, 'blocked')).toBeNull();
    expect(await isValid(code)).toBeNull();
    expect(await become(id, 'released')).toBeNull();
    expect(await become(id, 'draft')).toBe('A batch that is released cannot become draft.');
    expect(await become(id, 'recalled')).toBeNull();
    expect(await become(id, 'released')).toBe('A batch that is recalled cannot become released.');
    expect(await isValid(code)).not.toBeNull();
  });

  it('keep their code, product and proofs once they are released', async () => {
    const { id } = await draft();
    await addDocument(id);
    await addResults(id, needed);
    await become(id, 'released');
    const changed = await admin.from('batches').update({ code: 'OTHER' }).eq('id', id);
    expect(changed.error?.message).toBe('A released batch keeps its code and its product.');
    for (const call of [
      admin.from('batch_results').update({ value: 0 }).eq('batch_id', id),
      admin.from('batch_results').delete().eq('batch_id', id),
      admin.from('batch_results').insert({ batch_id: id, analyte: 'Tin', value: 1 }),
      admin.from('batch_documents').delete().eq('batch_id', id),
    ]) {
      expect((await call).error?.message).toMatch(/publish a correction/);
    }
    const { data } = await admin.from('batches').delete().eq('id', id).select();
    expect(data).toEqual([]);
  });

  it('begin as drafts with a code that fits a link, unless the code was valid before', async () => {
    const add = (row: object) =>
      admin.from('batches').insert({ code: 'ODD', product_id: product, ...row });
    expect((await add({ code: 'sh 2050' })).error?.message).toMatch(/up to 20 capital letters/);
    expect((await add({ code: 'X'.repeat(21) })).error?.code).toBe('23514');
    expect((await add({ status: 'released' })).error?.message).toBe('A new batch is a draft.');
    expect((await add({ product_id: null })).error?.code).toBe('23502');
    await admin.from('validity_codes').insert({ code: 'sh 2050' }).throwOnError();
    expect((await add({ code: 'sh 2050' })).error).toBeNull();
  });

  it('have a code that no other batch and no valid code has in another spelling', async () => {
    const add = async (code: string) => {
      const { error } = await admin.from('batches').insert({ code, product_id: product });
      return error?.message ?? null;
    };
    expect(await add('ALIKE-1')).toBeNull();
    const alike = 'Batch ALIKE-1 has this code already: checks ignore spaces and hyphens.';
    expect(await add('ALIKE1')).toBe(alike);
    expect(await add('A-LIKE-1')).toBe(alike);
    const { id, code } = await draft();
    const rename = async (wanted: string) => {
      const { error } = await admin.from('batches').update({ code: wanted }).eq('id', id);
      return error?.message ?? null;
    };
    expect(await rename('ALIKE1')).toBe(alike);
    expect(await rename(code.replace('-', ''))).toBeNull();
    expect(await rename(code)).toBeNull();
    await admin.from('validity_codes').insert({ code: 'Lid 77' }).throwOnError();
    expect(await add('LID-77')).toBe(
      'The valid codes have this code as "Lid 77": write it in the same way.',
    );
    expect(await add('Lid 77')).toBeNull();
    // Of two at once, one.
    const both = await Promise.all([add('ONCE-1'), add('ONCE1')]);
    expect(both.filter((message) => message === null)).toHaveLength(1);
  });

  describe('whose codes are on the list of valid codes', () => {
    const released = async () => {
      const { id, code } = await draft();
      await addDocument(id);
      await addResults(id, needed);
      expect(await become(id, 'released')).toBeNull();
      return { id, code };
    };
    const remove = async (codes: readonly string[], client = admin) => {
      const { error } = await client.from('validity_codes').delete().in('code', codes);
      return error?.message ?? null;
    };
    const add = async (code: string) => {
      const { error } = await admin.from('validity_codes').insert({ code });
      return error?.message ?? null;
    };

    it('stay on it while the batch is released or recalled, whoever deletes them', async () => {
      const { id, code } = await released();
      const stays = `Batch ${code} is released, so its code stays valid. To withdraw it, block the batch.`;
      expect(await remove([code])).toBe(stays);
      expect(await remove([code], shop.service)).toBe(stays);
      const moved = await admin
        .from('validity_codes')
        .update({ code: 'ELSEWHERE' })
        .eq('code', code);
      expect(moved.error?.message).toBe(stays);
      const renamed = await admin
        .from('validity_codes')
        .update({ code, product_name: 'Another name' })
        .eq('code', code);
      expect(renamed.error).toBeNull();
      expect(await add('FREE-1')).toBeNull();
      expect(await remove(['FREE-1', code])).toBe(`Nothing was deleted: ${stays}`);
      expect(await isValid('FREE-1')).not.toBeNull();
      const other = await released();
      expect(await remove(['FREE-1', code, other.code])).toBe(
        `Nothing was deleted: ${[code, other.code].sort().join(', ')} are codes of batches that are released or recalled. To withdraw a released code, block its batch.`,
      );
      expect(await remove(['FREE-1'])).toBeNull();
      expect(await become(other.id, 'recalled')).toBeNull();
      expect(await remove([other.code])).toBe(
        `Batch ${other.code} is recalled, and checks of its code go on saying so.`,
      );
      expect(await become(id, 'blocked')).toBeNull();
      expect(await isValid(code)).toBeNull();
    });

    it('may go while the batch is only being prepared', async () => {
      const { code } = await draft();
      expect(await add(code)).toBeNull();
      expect(await remove([code])).toBeNull();
    });

    it('are not added for a blocked or recalled batch, nor in another spelling', async () => {
      const [first, second, third] = [await released(), await released(), await released()];
      await become(first.id, 'blocked');
      await become(second.id, 'recalled');
      const blocked = `Batch ${first.code} is blocked: its code cannot be made valid.`;
      expect(await add(first.code)).toBe(blocked);
      expect(await add(first.code.toLowerCase())).toBe(blocked);
      const recalled = `Batch ${second.code} is recalled: its code cannot be made valid.`;
      expect(await add(second.code.replace('-', ' '))).toBe(recalled);
      const alike = `Batch ${third.code} has this code already: checks ignore spaces and hyphens.`;
      const spelled = third.code.toLowerCase();
      expect(await add(spelled)).toBe(alike);
      const { data } = await admin
        .rpc('refused_codes', { codes: [first.code, 'FREE-2', spelled, third.code] })
        .throwOnError();
      expect(data).toEqual([
        { code: first.code, reason: blocked },
        { code: spelled, reason: alike },
      ]);
      const { client } = await shop.createCustomer();
      expect((await client.rpc('refused_codes', { codes: [] })).error?.code).toBe('42501');
      // Those that are there already are left out, as before.
      const { error } = await admin
        .from('validity_codes')
        .upsert({ code: second.code }, { onConflict: 'code', ignoreDuplicates: true });
      expect(error).toBeNull();
    });

    it('leave it in every spelling when the batch is blocked', async () => {
      const { id, code } = await released();
      const spelled = code.toLowerCase();
      await shop.database.query({
        text: 'alter table public.validity_codes disable trigger guard_validity_code',
      });
      expect(await add(spelled)).toBeNull();
      await shop.database.query({
        text: 'alter table public.validity_codes enable trigger guard_validity_code',
      });
      expect(await isValid(spelled)).not.toBeNull();
      expect(await become(id, 'blocked')).toBeNull();
      expect(await isValid(spelled)).toBeNull();
    });
  });

  it('stay when their product goes', async () => {
    const { data: other } = await admin
      .from('products')
      .insert({ name: 'Passing', price: 1 })
      .select('id')
      .single()
      .throwOnError();
    await admin
      .from('batches')
      .insert({ code: 'LEFT', product_id: other?.id ?? '' })
      .throwOnError();
    await admin
      .from('products')
      .delete()
      .eq('id', other?.id ?? '')
      .throwOnError();
    const { data } = await admin.from('batches').select('product_id').eq('code', 'LEFT').single();
    expect(data).toEqual({ product_id: null });
  });

  describe('whose results two people enter', () => {
    const row = (analyte: string, value: number, changes = {}) => ({
      ...{ analyte, panel: 'other', value, qualifier: '=', unit: 'µg/g' },
      ...{ limit_value: 2, limit_source: null, method: null, ...changes },
    });
    const save = async (batch: string, seen: object[], wanted: object[], client = admin) => {
      const { data, error } = await client.rpc('save_batch_results', {
        ...{ batch, seen: seen as never, wanted: wanted as never },
      });
      return error ? error.message : data;
    };
    const stored = async (batch: string) => {
      const { data } = await admin
        .from('batch_results')
        .select('analyte, panel, value, qualifier, unit, limit_value, limit_source, method')
        .eq('batch_id', batch)
        .order('analyte')
        .throwOnError();
      return data;
    };
    const opened = [row('Lead', 1), row('Tin', 0.123456789012)];

    it('keep what the first has saved when the second saves an older page', async () => {
      const { id } = await draft();
      expect(await save(id, [], opened)).toBe(true);
      const worse = [row('Lead', 6), row('Tin', 0.123456789012)];
      expect(await save(id, opened, worse)).toBe(true);
      const method = [row('Lead', 1), row('Tin', 0.123456789012, { method: 'ICP-MS' })];
      expect(await save(id, opened, method)).toBe(false);
      expect(await stored(id)).toEqual(worse);
      // Of two at the same time, only one succeeds.
      const both = await Promise.all([
        save(id, worse, [row('Lead', 3)]),
        save(id, worse, [row('Lead', 4)]),
      ]);
      expect(both.sort()).toEqual([false, true]);
    });

    it('are saved once where the first answer was lost', async () => {
      const { id } = await draft();
      expect(await save(id, [], opened)).toBe(true);
      expect(await save(id, [], opened)).toBe(true);
      expect(await stored(id)).toEqual(opened);
    });

    it('touch only the rows that differ', async () => {
      const { id } = await draft();
      await save(id, [], [...opened, row('Zinc', 1)]);
      const changed = [row('lead', 0), row('Tin', 0.123456789012), row('Nickel', 1)];
      expect(await save(id, [row('Zinc', 1), ...opened], changed)).toBe(true);
      const { data } = await admin
        .from('audit_log')
        .select('action, before, after')
        .eq('table_name', 'batch_results')
        .order('id', { ascending: false })
        .limit(3);
      expect(data?.map(({ action }) => action).sort()).toEqual(['delete', 'insert', 'update']);
      expect(data?.find(({ action }) => action === 'update')).toMatchObject({
        before: { analyte: 'Lead', value: 1 },
        after: { analyte: 'lead', value: 0 },
      });
    });

    it('are refused of a published batch, and from anybody but an admin', async () => {
      const { id } = await draft();
      await addDocument(id);
      const all = needed.map((analyte) => row(analyte, 1, { unit: 'furlongs' }));
      expect(await save(id, [], all)).toBe(true);
      const { client } = await shop.createCustomer();
      expect(await save(id, all, [], client)).toMatch(/permission denied/);
      expect(await become(id, 'released')).toBeNull();
      expect(await save(id, all, all.slice(1))).toMatch(/publish a correction/);
    });
  });

  it('show nothing to visitors and customers', async () => {
    const { client } = await shop.createCustomer();
    for (const table of ['batches', 'batch_results', 'unit_codes', 'code_checks'] as const) {
      expect(await shop.anonymous().from(table).select('*')).toEqual(refused);
      const { data } = await client.from(table).select('id');
      expect(data).toEqual([]);
    }
  });

  it('tell admins how often they were checked, by what was answered', async () => {
    const { client: customer } = await shop.createCustomer();
    const { id } = await draft();
    const { id: other } = await draft();
    const check = (batch_id: string, outcome: string) => ({
      ...{ batch_id, outcome },
      ...{ network_hash: 'n', browser_hash: 'b' },
    });
    await shop.service
      .from('code_checks')
      .insert([check(id, 'batch'), check(id, 'first'), check(id, 'batch'), check(other, 'void')])
      .throwOnError();
    const sums = async (client: Client) =>
      (await client.rpc('admin_batch_checks', { batch: id }).throwOnError()).data;
    expect(await sums(admin)).toEqual([
      { outcome: 'batch', checks: 2 },
      { outcome: 'first', checks: 1 },
    ]);
    expect(await sums(customer)).toEqual([]);
  });

  it('name what was sent to the order’s own customer', async () => {
    const customer = await shop.createCustomer();
    const { client: stranger } = await shop.createCustomer();
    const { id, code } = await draft();
    await addDocument(id);
    await addResults(id, needed);
    const { data: order } = await shop.service
      .from('orders')
      .insert({
        user_id: customer.id,
        name: 'Ann',
        email: customer.email,
        address: 'A',
        total_amount: 10,
      })
      .select('id')
      .single()
      .throwOnError();
    await admin
      .from('order_line_batches')
      .insert({ order_id: order?.id ?? '', line: 0, batch_id: id })
      .throwOnError();
    const sent = async (client: Client) => {
      const { data } = await client.rpc('order_batches', { order_ids: [order?.id ?? ''] });
      return data?.map((row) => [row.line, row.code, row.status]);
    };
    expect(await sent(customer.client)).toEqual([]);
    await become(id, 'released');
    expect(await sent(customer.client)).toEqual([[0, code, 'released']]);
    expect(await sent(stranger)).toEqual([]);
    expect(await sent(admin)).toHaveLength(1);
  });
});
