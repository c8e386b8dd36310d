import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../database/database.ts';
import { databaseKinds } from '../../testing/databases.ts';
import { createHarness, type Harness } from '../auth-harness.ts';

const PASSWORD = 'a long password';

describe.each(databaseKinds)('an address that has an account, on $name', (kind) => {
  let database: Database;
  let shop: Harness;
  let scene = 0;
  beforeAll(async () => {
    database = await kind.open();
  });
  afterAll(async () => {
    await database.close();
    await kind.stop();
  });

  const open = async (settings = {}) => {
    shop = await createHarness(database, {
      rateLimits: 'on',
      settings: { bindBrowsers: true, ...settings },
    });
    await database.query({ text: 'delete from auth.users' });
    const admin = shop.service().admin;
    await admin.createUser({
      email: 'known@mail.example',
      password: PASSWORD,
      email_confirm: true,
    });
    await admin.createUser({ email: 'waiting@mail.example' });
    const changing = await admin.createUser({
      email: 'changing@mail.example',
      email_confirm: true,
    });
    await database.query({
      text: `update auth.users set email_change = 'new@mail.example', email_change_sent_at = $2
        where id = $1`,
      values: [changing.data.user?.id, new Date(shop.now()).toISOString()],
    });
  };
  const people = ['known', 'waiting', 'changing', 'nobody'];

  /**
   * Everything in a response that its reader sees; random or typed values count only as present or
   * absent.
   */
  const describeAnswer = async (response: Response, email: string) => ({
    status: response.status,
    headers: [...response.headers].map(([name, value]) =>
      name === 'set-cookie' ? value.replace(/=[\w-]{43};/, '=secret;') : `${name}: ${value}`,
    ),
    body: (await response.text())
      .replaceAll(email, 'address')
      .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'id'),
  });

  const asks: [string, (email: string) => object][] = [
    ['/otp', (email) => ({ email })],
    ['/otp', (email) => ({ email, create_user: false })],
    ['/magiclink', (email) => ({ email })],
    ['/signup', (email) => ({ email, password: PASSWORD })],
    ['/recover', (email) => ({ email })],
    ['/resend', (email) => ({ email, type: 'signup' })],
    ['/resend', (email) => ({ email, type: 'email_change' })],
  ];
  it.each([
    { state: 'open', settings: {} },
    { state: 'closed', settings: { signUps: false } },
  ])('gets the answer of any other while sign-ups are $state', async ({ settings }) => {
    for (const [path, body] of asks) {
      await open(settings);
      const answers = [];
      for (const person of people) {
        scene += 1;
        const email = `${person}@mail.example`;
        const stranger = shop.browser({ address: `10.0.${scene >> 8}.${scene & 255}` });
        const first = await describeAnswer(await stranger.post(path, body(email)), email);
        const again = await describeAnswer(await stranger.post(path, body(email)), email);
        answers.push({ first, again });
      }
      for (const answer of answers) expect(answer, path).toEqual(answers.at(-1));
      expect(JSON.stringify(answers[0]?.first.headers), path).toContain('sb-browser=secret');
    }
  });

  it('gets the same response when another account tries to change to it', async () => {
    const answers = [];
    for (const person of ['known', 'nobody']) {
      await open();
      scene += 1;
      const browser = shop.browser({ address: `10.0.${scene >> 8}.${scene & 255}` });
      const member = await browser.post('/token?grant_type=password', {
        email: 'known@mail.example',
        password: PASSWORD,
      });
      const { access_token } = await member.json();
      await shop.service().admin.createUser({ email: 'other@mail.example', email_confirm: true });
      const email = person === 'known' ? 'other@mail.example' : 'nobody@mail.example';
      browser.cookies.clear();
      const response = await browser.send('/user', {
        method: 'PUT',
        body: JSON.stringify({ email }),
        headers: { authorization: `Bearer ${access_token}` },
      });
      const answer = await describeAnswer(response, email);
      answers.push({ ...answer, body: answer.body.replace(/\d{4}-[^"]*Z/g, 'time') });
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.headers.join()).toContain('sb-browser=secret');
  });
});
