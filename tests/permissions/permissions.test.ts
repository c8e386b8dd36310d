import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identities, permissions } from '#supabase/permissions.ts';
import { type Client, openShop, type Shop, tokenOf } from '#tests/rls/shop.ts';
import { testDatabases } from '#tests/rls/test-databases.ts';
import { populate } from './populate.ts';
import {
  listRelations,
  listRoutines,
  probeRelation,
  probeRoutine,
  type Relation,
  type Role,
  type Routine,
  type Sample,
} from './probe.ts';

type Identity = (typeof identities)[number];

describe.each(testDatabases)('who may do what on $name', (testDatabase) => {
  let shop: Shop;
  let relations: Relation[];
  let routines: Routine[];
  /** The customer whose rows the tests try to write back. */
  let customer: string;
  const clients = new Map<Identity, Client>();
  const roleOf = (identity: Identity): Role =>
    identity === 'service' ? 'service_role' : identity === 'anon' ? 'anon' : 'authenticated';

  beforeAll(async () => {
    shop = await openShop(testDatabase, { seeded: true });
    const a = await shop.createCustomer();
    const b = await shop.createCustomer();
    const unconfirmed = await shop.createCustomer();
    await shop.setConfirmed(unconfirmed.id, false);
    const expired = await shop.createAdmin();
    const expiredToken = await tokenOf(expired);
    shop.passTime(2 * 60 * 60_000);
    for (const { client } of [a, b, unconfirmed]) await client.auth.refreshSession();
    clients.set('anon', shop.anonymous());
    clients.set('A', a.client);
    clients.set('B', b.client);
    clients.set('unconfirmed', unconfirmed.client);
    clients.set('admin', await shop.createAdmin());
    clients.set('claims', await shop.signUp('says-so@mail.example', { role: 'admin' }));
    clients.set('expired', shop.withToken(expiredToken));
    clients.set('service', shop.service);
    await populate(shop.database, a.id, b.id);
    customer = a.id;
    // Nothing that is tried here may persist.
    await shop.database.query({
      text: `alter role authenticator set pgrst.db_tx_end to 'commit-allow-override'`,
    });
    await shop.reload();
    relations = await listRelations(shop.database);
    routines = await listRoutines(shop.database);
  });

  afterAll(async () => {
    await shop?.database.query({ text: 'alter role authenticator reset pgrst.db_tx_end' });
    await shop?.close();
  });

  it('matches the expected rights, cell by cell', async () => {
    const found: string[] = [];
    for (const relation of relations) found.push(...(await tryRelation(relation)));
    for (const routine of routines) found.push(await tryRoutine(routine));
    expect(found).toEqual(permissions);
  });

  async function tryRelation(relation: Relation): Promise<string[]> {
    const { rows } = await shop.database.query<{ sample: Sample; total: number }>({
      text: `select to_jsonb(r) as sample, count(*) over () as total
        from public.${relation.name} r order by to_jsonb(r) ->> 'user_id' = $1 desc nulls last limit 1`,
      values: [customer],
    });
    const seen = rows[0] ?? (await seenByAdmin(relation));
    const cells = new Map<Identity, Awaited<ReturnType<typeof probeRelation>>>();
    for (const [identity, client] of clients) {
      const { sample, total } = seen;
      cells.set(identity, await probeRelation(client, roleOf(identity), relation, sample, total));
    }
    return (['select', 'insert', 'update', 'delete'] as const).map((command) =>
      line(relation.name, command, (identity) => cells.get(identity)?.[command] ?? ''),
    );
  }

  /** Reads a view that shows rows only to admins. */
  async function seenByAdmin({ name }: Relation): Promise<{ sample: Sample; total: number }> {
    const admin = clients.get('admin') as Client;
    // Empty for everyone without a lookup header, so it is tried with a row of the table it shows.
    const shown = name === 'orders_by_session' ? 'orders' : name;
    const { data } = await admin.from(shown as 'mails').select();
    const [sample] = data ?? [];
    if (!sample) throw new Error(`${name} is empty: give populate.ts rows of it.`);
    return { sample, total: data?.length ?? 0 };
  }

  async function tryRoutine(routine: Routine): Promise<string> {
    const cells = new Map<Identity, string>();
    for (const [identity, client] of clients) {
      cells.set(identity, await probeRoutine(client, routine));
    }
    const name = `${routine.name}(${routine.parameters.join(', ')})`;
    return line(name, 'rpc', (identity) => cells.get(identity) ?? '');
  }

  const line = (name: string, command: string, cell: (identity: Identity) => string) =>
    [name, command, ...identities.map(cell)].join(' | ');
});
