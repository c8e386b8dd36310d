import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { databaseKinds } from '#tests/fixtures/databases.ts';
import { anonymous, openFilms } from './rest-harness.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const megabyte = 1024 * 1024;

/** Large texts lie outside the heap. */
function memory(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

it('keeps what inserts mean, and none of their bodies', async () => {
  const [kind] = databaseKinds;
  if (!kind) throw new Error('There is no database to test on.');
  const database = await kind.open();
  const films = await openFilms(database, { maximumBodyBytes: 2 * megabyte });
  // Refused by the database, as what anybody may send is; each address is kept on its own.
  const refused = async (alias: string, length: number) => {
    const response = await films.rest.fetch(
      new Request(`http://films.test/rest/v1/letters?select=${alias}:id`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', prefer: 'return=representation' },
        body: JSON.stringify({ id: 1, text: 'x'.repeat(length) }),
      }),
      anonymous,
    );
    expect(response.status).toBe(401);
    await response.text();
  };
  await refused('first', megabyte);
  const before = memory();
  for (let count = 0; count < 30; count += 1) await refused(`a${count}`, megabyte);
  expect((memory() - before) / megabyte).toBeLessThan(10);
  await films.close();
  await database.close();
  await kind.stop();
});
