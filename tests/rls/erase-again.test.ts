import { createKysely } from '@liv-fit/backend/database';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { BackupPlace } from '#server/backups/backup-place.ts';
import { recordErasures } from '#server/backups/noted-erasures.ts';
import { checkWork } from '#server/doctor/check-work.ts';
import type { DB } from '#server/orders/tables.ts';
import { type Customer, openShop, password, type Shop, tokenOf } from './shop.ts';
import { testDatabases } from './test-databases.ts';

describe.each(testDatabases)('a deletion that stops half-way on $name', (testDatabase) => {
  let shop: Shop;
  /** The account service refuses the calls for which this is true. */
  let isAway = (_request: Request): boolean => false;
  beforeAll(async () => {
    shop = await openShop(testDatabase, {
      answerAccounts: (request) =>
        isAway(request) ? Response.json({ msg: 'away' }, { status: 500 }) : null,
    });
  });
  afterEach(() => {
    isAway = () => false;
  });
  afterAll(() => shop.close());

  const query = async (text: string, values: unknown[] = []) =>
    (await shop.database.query({ text, values })).rows;
  const deleteBy = async ({ client }: Customer) => {
    const proof = await tokenOf(client);
    const { data, error } = await client.functions.invoke('delete-account', { body: { proof } });
    return error ? 'failed' : data;
  };
  const signIn = async ({ email }: Customer) => {
    const { error } = await shop.anonymous().auth.signInWithPassword({ email, password });
    return error?.code ?? 'signed in';
  };
  const isThere = async ({ id }: Customer) =>
    (await query('select id from auth.users where id = $1', [id])).length > 0;
  /** As if nothing had happened to it in the last two hours. */
  const ageOf = async ({ id }: Customer) => {
    await query(
      `update auth.users set created_at = now() - interval '1 day',
        last_sign_in_at = now() - interval '2 hours' where id = $1`,
      [id],
    );
    await query('delete from auth.sessions where user_id = $1', [id]);
  };
  const recordErasure = ({ id }: Customer) =>
    query(
      `insert into private.erasures (account_id, erased_at, noted_at)
        values ($1, now() - interval '1 hour', now())`,
      [id],
    );
  const letTimePass = () =>
    query(`update private.erasures set erased_at = now() - interval '1 hour'`);
  const takeErrors = () => shop.errors.splice(0);
  const noted = async () => {
    const names: string[] = [];
    const place = { keep: async (name: string) => void names.push(name) } as unknown as BackupPlace;
    await recordErasures(createKysely<DB>(shop.database), place);
    return names;
  };
  const findings = async () =>
    (await checkWork(createKysely<DB>(shop.database))).filter(({ about }) => about === 'erasures');

  it('leaves a closed account, which the shop deletes by itself', async () => {
    const customer = await shop.createCustomer();
    isAway = ({ method }) => method === 'DELETE';
    expect(await deleteBy(customer)).toEqual({ deleted: true });
    expect(takeErrors()).toEqual([expect.objectContaining({ accountId: customer.id })]);
    expect(await signIn(customer)).toBe('user_banned');
    expect((await customer.client.auth.refreshSession()).error?.code).toBe('user_banned');
    expect(await noted()).toEqual([]);

    const farewell = `account:${customer.id}:deleted`;
    await query(`update private.email_outbox set status = 'sent' where dedupe_key = $1`, [
      farewell,
    ]);
    await letTimePass();
    await expect(shop.commerce.jobs.run('erase again')).rejects.toThrow('Not everybody');
    expect(takeErrors()).toHaveLength(1);
    expect(await findings()).toEqual([expect.objectContaining({ state: 'fault' })]);
    isAway = () => false;
    await shop.commerce.jobs.run('erase again');
    expect(await isThere(customer)).toBe(false);
    expect(await findings()).toEqual([]);
    expect(await noted()).toEqual([expect.stringContaining(customer.id)]);
    const mails = await query('select status from private.email_outbox where dedupe_key = $1', [
      farewell,
    ]);
    expect(mails).toEqual([{ status: 'sent' }]);
  });

  it('of the team is told, and finished by another press', async () => {
    const admin = await shop.createAdmin();
    const customer = await shop.createCustomer();
    await shop.service
      .from('orders')
      .insert({
        ...{ name: 'Ann', email: customer.email, address: '1 Main St', total_amount: 40 },
        ...{ payment_status: 'paid', paid_at: new Date().toISOString(), status: 'delivered' },
      })
      .throwOnError();
    await shop.commerce.jobs.run('sum customers');
    const { data } = await admin.from('customers').select('id').eq('email', customer.email);
    const erase = async () => {
      const body = { customerId: data?.[0]?.id };
      const { error } = await admin.functions.invoke('erase-customer', { body });
      return error ? (await error.context.json()).error.code : null;
    };
    // Before anything was erased.
    await query(`create function public.fail_once() returns trigger language plpgsql as
      'begin raise exception ''the disk is full''; end'`);
    await query(`create trigger fail_once before update on public.orders
      for each row execute function public.fail_once()`);
    expect(await erase()).toBe('erasure_unfinished');
    expect(takeErrors()).toHaveLength(1);
    expect(await signIn(customer)).toBe('user_banned');
    await query('drop function public.fail_once() cascade');
    expect(await erase()).toBeNull();
    expect(await isThere(customer)).toBe(false);
  });

  it('before the account is closed changes nothing', async () => {
    const customer = await shop.createCustomer();
    isAway = ({ method }) => method === 'PUT';
    expect(await deleteBy(customer)).toBe('failed');
    takeErrors();
    isAway = () => false;
    await letTimePass();
    await shop.commerce.jobs.run('erase again');
    expect(await signIn(customer)).toBe('signed in');
    expect(
      await query('select 1 from private.erasures where account_id = $1', [customer.id]),
    ).toEqual([]);
  });

  it('never deletes an account that was used since', async () => {
    const [signedIn, refreshed, unused] = [
      await shop.createCustomer(),
      await shop.createCustomer(),
      await shop.createCustomer(),
    ];
    for (const customer of [signedIn, refreshed, unused]) await recordErasure(customer);
    await query(
      `update auth.users set created_at = now() - interval '1 day',
        last_sign_in_at = now() - interval '2 hours' where id = $1`,
      [refreshed.id],
    );
    await query(
      `update auth.sessions set created_at = now() - interval '2 hours' where user_id = $1`,
      [refreshed.id],
    );
    await refreshed.client.auth.refreshSession();
    await ageOf(unused);
    await shop.commerce.start();
    await shop.commerce.stop();
    takeErrors();
    expect(await isThere(signedIn)).toBe(true);
    expect(await isThere(refreshed)).toBe(true);
    expect(await isThere(unused)).toBe(false);
  });

  it('does not keep the shop from starting, nor others from being erased', async () => {
    const [stuck, other] = [await shop.createCustomer(), await shop.createCustomer()];
    for (const customer of [stuck, other]) {
      await recordErasure(customer);
      await ageOf(customer);
    }
    isAway = ({ url }) => url.includes(stuck.id);
    await shop.commerce.start();
    await shop.commerce.stop();
    expect(takeErrors()).toContainEqual(expect.objectContaining({ accountId: stuck.id }));
    expect(await isThere(stuck)).toBe(true);
    expect(await isThere(other)).toBe(false);
    const [finding] = await findings();
    expect(finding?.detail).toContain('One erased account or guest is still here.');
    isAway = () => false;
    await shop.commerce.jobs.run('erase again');
    expect(await isThere(stuck)).toBe(false);
  });
});
