import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../database/database.ts';
import { databaseKinds } from '../../testing/databases.ts';
import {
  createHarness,
  type Harness,
  openMailedLink,
  type ServedBrowser,
} from '../auth-harness.ts';

const email = 'ada@example.com';
const newEmail = 'new@example.com';
const password = 'a long password';

describe.each(databaseKinds)('asking again for the emails of a new address, on $name', (kind) => {
  let database: Database;
  let shop: Harness;

  beforeAll(async () => {
    database = await kind.open();
  });
  afterAll(async () => {
    await database?.close();
    await kind.stop();
  });
  beforeEach(async () => {
    shop = await createHarness(database);
    await database.query({ text: 'delete from auth.users' });
    await database.query({ text: 'delete from auth.rate_limits' });
  });

  const ask = async () => {
    const owner = await shop.member(email, password);
    expect((await owner.updateUser({ email: newEmail })).error).toBeNull();
    shop.pass(61_000);
    return owner;
  };
  const resend = async (address = '198.51.100.1') => {
    const body = { type: 'email_change', email };
    expect((await shop.browser({ address }).post('/resend', body)).status).toBe(200);
  };
  const receivers = () => shop.mails.map(({ to }) => to);

  it('fills nobody’s mailbox, and leaves the links good that lie there', async () => {
    shop = await createHarness(database, { rateLimits: 'on' });
    const owner = await ask();
    shop.mails.length = 0;
    for (let index = 0; index < 9; index += 1) {
      await resend(`198.51.100.${index}`);
      shop.pass(61_000);
    }
    for (const to of [email, newEmail]) {
      expect(receivers().filter((receiver) => receiver === to).length).toBeLessThanOrEqual(6);
    }
    await openMailedLink(shop, newEmail);
    await openMailedLink(shop, email);
    expect((await owner.getUser()).data.user?.email).toBe(newEmail);
  });

  it('goes well while others have the account emailed at the same time', async () => {
    shop = await createHarness(database, { rateLimits: 'on' });
    await ask();
    const send = (path: string, body: object, address: string) =>
      shop.browser({ address }).post(path, { email, ...body });
    for (let round = 0; round < 5; round += 1) {
      shop.pass(61_000);
      const answers = await Promise.all([
        send('/resend', { type: 'email_change' }, `198.51.100.${round}`),
        send('/otp', {}, `198.51.101.${round}`),
        send('/recover', {}, `198.51.102.${round}`),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    }
  });

  it('sends nothing for a change that is older than its codes', async () => {
    await ask();
    shop.mails.length = 0;
    shop.pass(3_600_000);
    await resend();
    expect(receivers()).toEqual([]);
  });

  it.each([
    ['new', newEmail, email],
    ['current', email, newEmail],
  ])('keeps that the %s address has confirmed', async (_which, first, second) => {
    const owner = await ask();
    await openMailedLink(shop, first);
    shop.mails.length = 0;
    await resend();
    expect(receivers()).toEqual([second]);
    await openMailedLink(shop, second);
    expect((await owner.getUser()).data.user?.email).toBe(newEmail);
  });

  it('sends both emails again while neither address has confirmed', async () => {
    const owner = await ask();
    shop.mails.length = 0;
    await resend();
    expect(receivers().toSorted()).toEqual([email, newEmail]);
    await openMailedLink(shop, newEmail);
    await openMailedLink(shop, email);
    expect((await owner.getUser()).data.user?.email).toBe(newEmail);
  });

  it.each([
    { others: 'nobody else does anything', signUps: 0 },
    { others: 'others sign up with the address a hundred times', signUps: 100 },
  ])('ends in the browser that asked for the change while $others', async ({ signUps }) => {
    shop = await createHarness(database, { settings: { bindBrowsers: true } });
    const own = shop.browser();
    await own.post('/signup', { email, password });
    const landed = await own.open(shop.lastMail(email).link);
    const token = new URLSearchParams(landed.hash.slice(1)).get('access_token');
    const headers = { authorization: `Bearer ${token}` };
    const body = JSON.stringify({ email: newEmail });
    expect((await own.send('/user', { method: 'PUT', headers, body })).status).toBe(200);
    await own.open(shop.lastMail(newEmail).link);
    await database.query({
      text: `insert into auth.link_requests
          (id, user_id, token_hash, relates_to, kind, browser_hash, sent_at, created_at)
        select gen_random_uuid(), id, 'none ' || n, email, 'signup', 'x', now(),
          now() + interval '1 minute'
        from auth.users, generate_series(1, $2) as n where email = $1`,
      values: [email, signUps],
    });
    await resend();
    await own.open(shop.lastMail(email).link);
    expect(await emailOf(own, headers)).toBe(newEmail);
  });

  const emailOf = async (browser: ServedBrowser, headers: Record<string, string>) =>
    (await (await browser.send('/user', { headers })).json()).email;
});
