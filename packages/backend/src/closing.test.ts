import { describe, expect, it } from 'vitest';
import { createHarness } from './auth/auth-harness.ts';
import { openHarness } from './storage/storage-harness.ts';
import { databaseKinds } from './testing/databases.ts';

describe.each(databaseKinds)('a database that closes, on $name', (kind) => {
  it('asks pending calls to retry and reports nothing', async () => {
    const errors: unknown[] = [];
    const onError = (error: unknown) => void errors.push(error);
    const accounts = await createHarness(await kind.open(), { onError });
    const files = await openHarness(await kind.open(), {
      policies: 'create table public.kept (id int); grant select on public.kept to anon;',
    });
    const signIn = () =>
      accounts.call('/token?grant_type=password', {
        method: 'POST',
        headers: { 'x-forwarded-for': '203.0.113.1' },
        body: JSON.stringify({ email: 'ada@example.com', password: 'a long password' }),
      });
    const read = () =>
      files.backend.fetch(
        new Request('http://files.example/rest/v1/kept', {
          headers: { apikey: files.secretKey, 'x-forwarded-for': '203.0.113.1' },
        }),
      );
    const list = () =>
      files.call('/object/list/a', { method: 'POST', body: '{"prefix":""}', key: 'anonymous' });
    expect([(await signIn()).status, (await read()).status]).toEqual([400, 200]);

    const underWay = Array.from({ length: 30 }, read);
    const closing = [accounts.database.close(), files.database.close()];
    const met = await Promise.all([signIn(), read(), list()]);
    const waited = await Promise.all(underWay);
    await Promise.all(closing);
    met.push(await signIn(), await read(), await list());
    for (const { status, headers } of met) {
      expect([status, Number(headers.get('retry-after'))]).toEqual([503, 5]);
    }
    for (const { status } of waited) expect([200, 503]).toContain(status);
    expect([...errors, ...files.errors]).toEqual([]);
    await kind.stop();
  });
});
