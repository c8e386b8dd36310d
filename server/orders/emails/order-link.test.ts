import { createKysely, type Database } from '@liv-fit/backend/database';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { DeliveryRate } from '#domain/delivery.ts';
import { siteDefaults } from '#domain/settings.ts';
import { correctOrder } from '#server/orders/corrections/correct-order.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import type { DB } from '#server/orders/tables.ts';
import { openMigratedPglite } from '#tests/fixtures/migrated.ts';
import { testDatabases } from '#tests/rls/test-databases.ts';
import { ensurePaidEmails } from './ensure-paid-emails.ts';
import { emailOrderLink, readLinkedOrder } from './order-link.ts';
import { resendEmail } from './resend-email.ts';

let database: Database;
let context: OrderContext;
let orderId: string;

const rate = (name: string, days: number): DeliveryRate => ({
  ...{ id: name, name, priceCents: 500, freeFromCents: null },
  ...{ minSubtotalCents: null, maxSubtotalCents: null, daysFrom: days, daysTo: days + 2 },
});
const zone = {
  ...{ id: 'us', name: 'United States', countries: ['US'], regions: [] },
  rates: [rate('Standard', 3), rate('Express', 1)],
};
const customer = { name: 'Ada Byron', email: 'ada@mail.example', phone: '1', address: '1 Main St' };

beforeAll(async () => {
  database = await openMigratedPglite();
  const db = createKysely<DB>(database);
  context = {
    db,
    providers: {},
    now: () => new Date(),
    log: { info: vi.fn(), warn: vi.fn(), error: vi.fn() },
    site: () => ({ ...siteDefaults, dispatchNote: 'Orders leave the same day' }),
    sellingRules: () => ({ zones: [zone], taxRates: [] }),
    teamEmail: 'team@livfit.example',
    origin: 'https://shop.example',
  };
  const order = await db
    .insertInto('orders')
    .values({
      ...customer,
      total_amount: '15',
      payment_status: 'paid',
      paid_at: new Date(),
      ship_country: 'US',
      ship_region: '',
      ship_postal_code: '',
      delivery_rate_name: 'Standard',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  orderId = order.id;
  await ensurePaidEmails(context, orderId);
});
afterAll(() => database?.close());

const mails = () =>
  context.db
    .selectFrom('private.email_outbox')
    .select(['recipient', 'text', 'html'])
    .where('dedupe_key', 'not like', '%:team')
    .orderBy('created_at')
    .execute();
const lastToken = async () => /#token=([\w-]{43})/.exec((await mails()).at(-1)?.text ?? '')?.[1];
const opens = async (token = '') => (await readLinkedOrder(context, token))?.id ?? null;

it('is in the confirmation, along with the delivery time', async () => {
  expect(await opens(await lastToken())).toBe(orderId);
  expect((await mails())[0]?.text).toContain('Orders leave the same day. Delivery takes 3–5 days.');
});

it('does not count toward the limit on requested links', async () => {
  const number = orderId.slice(0, 8);
  for (let time = 0; time < 4; time += 1) {
    await emailOrderLink(context, { number, email: customer.email }, context.origin);
  }
  expect(await mails()).toHaveLength(1 + 3);
});

it('stops working when the address is corrected, and the new address gets another', async () => {
  await context.db
    .deleteFrom('private.email_outbox')
    .where('dedupe_key', 'like', '%:link:%')
    .execute();
  const former = await lastToken();
  const { updated_at } = await context.db
    .selectFrom('orders')
    .select((eb) => eb.cast<string>('updated_at', 'text').as('updated_at'))
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const corrected = await correctOrder(context, {
    orderId,
    details: { ...customer, email: 'ada.byron@mail.example' },
    correctedBy: null,
    seen: { updatedAt: updated_at },
  });
  expect(corrected).toEqual({ kind: 'corrected', changed: true });
  expect(await opens(former)).toBeNull();

  const resent = await resendEmail(context, { orderId, kind: 'confirmation', actor: null });
  expect(resent.kind).toBe('queued');
  expect((await mails()).map(({ recipient }) => recipient)).toEqual(['ada.byron@mail.example']);
  expect(await opens(await lastToken())).toBe(orderId);
});

it.each(testDatabases)(
  'is sent three times at most by ten calls at once, on $name',
  async (kind) => {
    const shared = await kind.openMigrated();
    try {
      const db = createKysely<DB>(shared);
      const { id } = await db
        .insertInto('orders')
        .values({ ...customer, total_amount: '15', payment_status: 'paid', paid_at: new Date() })
        .returning('id')
        .executeTakeFirstOrThrow();
      const wanted = { number: id.slice(0, 8), email: customer.email };
      const ask = () => emailOrderLink({ ...context, db }, wanted, context.origin);
      await Promise.all(Array.from({ length: 10 }, ask));
      const sent = await db.selectFrom('private.email_outbox').select('id').execute();
      expect(sent).toHaveLength(3);
    } finally {
      await shared.close();
    }
  },
);
