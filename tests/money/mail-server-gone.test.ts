import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMailTransport } from '#server/email/mail-transport.ts';
import { openRelay, type Relay } from '#tests/faults/relay.ts';
import { cartItem, newKey, openTestShop, sessionIdOf, type TestShop } from './test-shop.ts';

const second = 1_000;
const look = 15 * second;
const customers = Array.from({ length: 5 }, (_, index) => `customer-${index}@mail.example`);

let shop: TestShop;
let relay: Relay;
beforeAll(async () => {
  shop = await openTestShop();
  relay = await openRelay(Number(new URL(shop.place.smtpUrl).port));
});
afterAll(async () => {
  await relay?.close();
  await shop?.close();
});

it('loses no email while the mail server is gone for an hour, says so, and sends each once', async () => {
  await shop.commerce.stop();
  const told: string[] = [];
  const transport = createMailTransport(`smtp://127.0.0.1:${relay.port}`, {
    connectMs: 2_000,
    idleMs: 2_000,
  });
  const { commerce, call } = shop.replica({
    mail: { transport, server: 'smtp', from: { name: 'Liv Fit', address: 'hello@livfit.example' } },
    watch: {
      freeBytes: async () => null,
      machine: '',
      backupPlace: null,
      alert: async ({ kind, state }) => void told.push(`${kind} ${state}`),
    },
  });
  /** Moves the clock a quarter of a minute and runs what is due. */
  const goOn = async () => {
    shop.advance(look);
    await commerce.idle();
    await commerce.jobs.run('watch');
  };
  relay.cut();
  for (const email of customers) {
    const { body } = await call(
      'create-checkout',
      { items: [cartItem('resin')] },
      { 'idempotency-key': newKey() },
    );
    await shop.sandbox.pay(body.url, { email });
    await call('update-order-details', { sessionId: sessionIdOf(body.url) });
  }
  for (let passed = 0; passed < 60 * second; passed += look) await goOn();
  expect(told).toEqual(['emails_stuck open']);
  for (let passed = 0; passed < 3_600 * second; passed += look) await goOn();
  expect(told).toEqual(['emails_stuck open']);
  expect(await shop.sandbox.mails()).toEqual([]);

  relay.mend();
  await goOn();
  await goOn();
  expect(told).toEqual(['emails_stuck open', 'emails_stuck closed']);
  const addressees = (await shop.sandbox.mails()).flatMap(({ to }) => to);
  for (const email of customers) {
    expect([email, addressees.filter((each) => each === email).length]).toEqual([email, 1]);
  }
  await commerce.stop();
});
