import { createKysely } from '@liv-fit/backend/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckAnswer } from '#domain/check-answer.ts';
import { findPublishedCode } from '#server/authenticity/passport-facts.ts';
import type { DB } from '#server/orders/tables.ts';
import { type Client, openShop, type Shop } from './shop.ts';
import { testDatabases } from './test-databases.ts';

/** How a code may stand: `listed` is on the list of valid codes without a batch. */
const stands = ['listed', 'draft', 'released', 'expired', 'recalled', 'blocked'] as const;
type Stand = (typeof stands)[number];

const readAsValid: readonly string[] = ['batch', 'expired', 'recalled'];

/**
 * A code can be asked for in two ways: by a check (`check-code`, the page) and by the row that the
 * header `x-lookup-key` opens. Both must say the same.
 */
describe.each(testDatabases)('answers to a code on $name', (testDatabase) => {
  let shop: Shop;
  let admin: Client;
  let product: string;
  let visitors = 0;

  const query = (text: string, values: unknown[] = []) => shop.database.query({ text, values });

  beforeAll(async () => {
    shop = await openShop(testDatabase, { seeded: true });
    admin = await shop.createAdmin();
    const { data } = await admin.from('products').select('id').limit(1).single().throwOnError();
    product = data?.id ?? '';
    // Twins, and releases without proof, come from before the rules that refuse them.
    await query('alter table public.batches disable trigger guard_batch');
    await query('alter table public.validity_codes disable trigger guard_validity_code');
  });
  afterAll(() => shop.close());

  /** Adds codes in the order given, as they stand in the end. */
  async function add(codes: readonly (readonly [code: string, stand: Stand])[]): Promise<void> {
    for (const [index, [code, stand]] of codes.entries()) {
      const addedAt = new Date(Date.UTC(2026, 0, 1 + index)).toISOString();
      if (stand === 'listed') {
        await query('insert into public.validity_codes (code, created_at) values ($1, $2)', [
          code,
          addedAt,
        ]);
        continue;
      }
      await query(
        `insert into public.batches (code, product_id, created_at, best_before)
          values ($1, $2, $3, $4)`,
        [code, product, addedAt, stand === 'expired' ? '2021-01-01' : null],
      );
      if (stand !== 'draft') await become(code, 'released');
    }
    for (const [code, stand] of codes) {
      if (stand === 'recalled' || stand === 'blocked') await become(code, stand);
    }
  }
  const become = (code: string, status: string) =>
    query('update public.batches set status = $2 where code = $1', [code, status]);

  async function check(code: string): Promise<CheckAnswer> {
    visitors += 1;
    const visitor = shop.visitor(`198.51.${visitors >> 8}.${visitors & 255}`);
    const { data, error } = await visitor.functions.invoke('check-code', { body: { code } });
    expect(error).toBeNull();
    return data;
  }
  /** The code that the check calls valid; null where it says INVALID. */
  async function checked(typed: string): Promise<string | null> {
    const { outcome, batch = null } = await check(typed);
    return readAsValid.includes(outcome) ? batch : null;
  }
  /** The code that the look-up by header opens; null where it opens none. */
  async function opened(typed: string): Promise<string | null> {
    const { data } = await shop
      .anonymous(typed)
      .from('validity_codes')
      .select('code')
      .throwOnError();
    expect(data?.length).toBeLessThan(2);
    return data?.[0]?.code ?? null;
  }
  async function bothSay(typed: string, wanted: string | null): Promise<void> {
    expect({ checked: await checked(typed), opened: await opened(typed) }, typed).toEqual({
      checked: wanted,
      opened: wanted,
    });
  }

  it.each(stands)('are the same by check and by look-up: %s', async (stand) => {
    const code = `ONE-${stand.toUpperCase()}`;
    await add([[code, stand]]);
    const valid = !['draft', 'blocked'].includes(stand);
    for (const typed of [code, code.toLowerCase(), code.replace('-', ''), ` ${code} `]) {
      await bothSay(typed, valid ? code : null);
    }
  });

  it('stay the same while a code goes from one state to the next', async () => {
    const code = 'LIFE-1';
    await bothSay(code, null);
    await add([[code, 'listed']]);
    await bothSay('life1', code);
    await add([[code, 'draft']]);
    await bothSay('life1', code);
    await query('delete from public.validity_codes where code = $1', [code]);
    await bothSay('life1', null);
    await become(code, 'released');
    await bothSay('life1', code);
    await become(code, 'blocked');
    await bothSay('life1', null);
    await become(code, 'released');
    await bothSay('life1', code);
    await become(code, 'recalled');
    await bothSay('life1', code);
    await query('delete from public.batches where code = $1', [code]);
    await bothSay('life1', code);
    await query('delete from public.validity_codes where code = $1', [code]);
    await bothSay('life1', null);
  });

  it('are withheld of a blocked batch in every spelling that was added before', async () => {
    await add([['SHUT-1', 'blocked']]);
    await add([['shut 1', 'listed']]);
    for (const typed of ['SHUT-1', 'shut 1', 'SHUT1']) await bothSay(typed, null);
  });

  const pairs = stands.flatMap((older) => stands.map((newer) => [older, newer] as const));
  it.each(pairs)('of twins follow one rule: %s, then %s', async (older, newer) => {
    const name = `${older}${newer}`.toUpperCase();
    const twins = [
      { code: name, stand: older },
      { code: `${older}-${newer}`.toUpperCase(), stand: newer },
    ];
    await add(twins.map(({ code, stand }) => [code, stand]));
    // A code without a batch, or with a draft, is another spelling of its twin that has more.
    const batches = twins.filter(({ stand }) => stand !== 'listed');
    const used = batches.filter(({ stand }) => stand !== 'draft');
    const listed = twins.filter(({ stand }) => stand === 'listed');
    const recalled = used.filter(({ stand }) => stand === 'recalled');
    const first = [recalled, used, listed, batches].find((some) => some.length > 0) ?? [];
    for (const typed of [...twins.map(({ code }) => code), `${older} ${newer}`]) {
      const wanted = first.find(({ code }) => code === typed) ?? first[0];
      const valid = wanted && !['draft', 'blocked'].includes(wanted.stand);
      await bothSay(typed, valid ? wanted.code : null);
    }
  });

  it('stay the same where a code is deleted while its batch is released', async () => {
    await add([
      ['HELD-1', 'draft'],
      ['HELD-1', 'listed'],
    ]);
    const removing: PromiseLike<{ error: { message: string } | null }>[] = [];
    await shop.database.transaction(async (tx) => {
      await tx.query({
        text: `update public.batches set status = 'released' where code = 'HELD-1'`,
      });
      let isOver = false;
      const removal = admin.from('validity_codes').delete().eq('code', 'HELD-1');
      removing.push(
        removal.then((answer) => {
          isOver = true;
          return answer;
        }),
      );
      // PGlite has one connection, which this transaction holds.
      if (shop.database.kind !== 'postgres') return;
      const waits = async () => {
        const { rows } = await tx.query({ text: 'select from pg_locks where not granted' });
        return rows.length > 0;
      };
      while (!isOver && !(await waits()));
    });
    const [answer] = await Promise.all(removing);
    expect(answer?.error?.message).toMatch(/^Batch HELD-1 is released/);
    await bothSay('held1', 'HELD-1');
  });

  it('lead to the page of the batch that answers', async () => {
    await add([
      ['PAGE1', 'released'],
      ['PAGE-1', 'released'],
      ['PAGE2', 'blocked'],
      ['PAGE-2', 'released'],
      ['PAGE3', 'draft'],
    ]);
    const db = createKysely<DB>(shop.database);
    const paged = async (typed: string) => {
      const code = await findPublishedCode(db, typed);
      expect(code, typed).toBe(await checked(typed));
      return code;
    };
    expect(await paged('PAGE-1')).toBe('PAGE-1');
    expect(await paged('PAGE1')).toBe('PAGE1');
    expect(await paged('page 1')).toBe('PAGE1');
    await become('PAGE-1', 'recalled');
    for (const typed of ['PAGE1', 'PAGE-1', 'page 1']) expect(await paged(typed)).toBe('PAGE-1');
    expect(await paged('PAGE-2')).toBe('PAGE-2');
    for (const typed of ['PAGE2', 'page 2', 'PAGE3', 'page4']) {
      expect(await paged(typed)).toBeNull();
    }
  });

  it('are found by the searches of the admin area in any spelling', async () => {
    await add([
      ['FIND1', 'released'],
      ['FIND-2', 'released'],
      ['find 3', 'listed'],
    ]);
    const found = async (list: string, search: string) => {
      const { data } = await admin.rpc('admin_list', { list, search }).throwOnError();
      return (data as { rows: { code: string }[] }).rows.map(({ code }) => code);
    };
    for (const list of ['batches', 'product_validity_view']) {
      expect(await found(list, 'find-1'), list).toEqual(['FIND1']);
      expect(await found(list, 'Find2'), list).toEqual(['FIND-2']);
      expect(await found(list, 'FIND-'), list).toEqual(['FIND-2']);
      expect(await found(list, ' - '), list).not.toContain('FIND1');
    }
    expect(await found('product_validity_view', 'FIND-3')).toEqual(['find 3']);
  });

  it('leave counts and reports of a blocked batch to it alone', async () => {
    await add([
      ['COUNT1', 'blocked'],
      ['COUNT-1', 'recalled'],
    ]);
    const counts = async (code: string) => {
      const { rows } = await query(
        `select c.outcome, count(*)::int as checks
          from public.code_checks as c join public.batches as b on b.id = c.batch_id
          where b.code = $1 group by 1 order by 1`,
        [code],
      );
      return rows;
    };
    expect(await check('COUNT1')).toMatchObject({ outcome: 'recalled', batch: 'COUNT-1' });
    expect(await counts('COUNT1')).toEqual([{ outcome: 'not_released', checks: 1 }]);
    expect(await counts('COUNT-1')).toEqual([]);
    for (const typed of ['COUNT-1', 'count 1']) {
      expect(await check(typed)).toMatchObject({ outcome: 'recalled', batch: 'COUNT-1' });
    }
    expect(await counts('COUNT1')).toEqual([{ outcome: 'not_released', checks: 1 }]);
    expect(await counts('COUNT-1')).toEqual([{ outcome: 'recalled', checks: 2 }]);
    const { error } = await shop
      .visitor('198.51.100.99')
      .functions.invoke('report-code', { body: { code: 'COUNT1', message: 'Odd' } });
    expect(error).toBeNull();
    const { rows } = await query(
      `select b.code, a.kind from public.code_alerts as a
        join public.batches as b on b.id = a.batch_id where b.code like 'COUNT%'`,
    );
    expect(rows).toEqual([{ code: 'COUNT1', kind: 'report' }]);
  });
});
