import { expect, it } from 'vitest';
import { createFairQueue, QueueFull } from './fair-queue.ts';
import { createSharedWork } from './shared-work.ts';

/** A queue with a single slot, and work that the test finishes. */
function openScene() {
  const inTurn = createFairQueue({ atOnce: 1, longest: 100, perCaller: 2 });
  const shared = createSharedWork<string>();
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (caller: string, name: string) =>
    shared.ask(name, (claim) =>
      inTurn(async () => {
        if (!claim()) return null;
        begun.push(`${name} by ${caller}`);
        await new Promise<void>((resolve) => ends.set(name, resolve));
        if (name === 'broken') throw new Error('broken');
        return `${name} by ${caller}`;
      }, caller),
    );
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { shared, ask, end, begun };
}

it('is done once for all who ask, whether it has begun or not', async () => {
  const { ask, end, begun } = openScene();
  const asked = [ask('a', 'page'), ask('b', 'page'), ask('c', 'page')];
  await end('page');
  expect(await Promise.all(asked)).toEqual(Array(3).fill('page by a'));
  expect(begun).toEqual(['page by a']);
});

it('is started by the first to get a turn, not the first to ask', async () => {
  const { ask, end, begun } = openScene();
  const own = ask('a', 'own');
  const more = ask('a', 'more');
  const first = ask('a', 'page');
  const joined = ask('b', 'page');
  await end('own');
  expect(begun).toEqual(['own by a', 'page by b']);
  await end('page');
  expect(await Promise.all([own, first, joined])).toEqual(['own by a', 'page by b', 'page by b']);
  await end('more');
  expect(await more).toBe('more by a');
});

it('refuses a caller with too much waiting, and no one else', async () => {
  const { ask, end } = openScene();
  const held = ['own', 'more', 'still more'].map((name) => ask('a', name));
  const refused = ask('a', 'page');
  const joined = ask('b', 'page');
  await expect(refused).rejects.toThrow(QueueFull);
  for (const name of ['own', 'page', 'more', 'still more']) await end(name);
  expect(await joined).toBe('page by b');
  await Promise.all(held);
});

it('fails for all who asked, and is begun again by the next', async () => {
  const { ask, end, begun } = openScene();
  const asked = Promise.allSettled([ask('a', 'broken'), ask('b', 'broken')]);
  await end('broken');
  expect((await asked).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const again = Promise.allSettled([ask('b', 'broken')]);
  await end('nothing');
  expect(begun).toEqual(['broken by a', 'broken by b']);
  await end('broken');
  expect((await again).map(({ status }) => status)).toEqual(['rejected']);
});

it('is forgotten when nobody got a turn', async () => {
  const shared = createSharedWork<string>();
  const full = async () => {
    throw new QueueFull('full');
  };
  await expect(shared.ask('page', full)).rejects.toThrow(QueueFull);
  const later = await shared.ask('page', async (claim) => (claim() ? 'made' : null));
  expect(later).toBe('made');
});

it('serves none who ask after it was cleared', async () => {
  const { shared, ask, end, begun } = openScene();
  const old = ask('a', 'page');
  shared.clear();
  const next = ask('b', 'page');
  await end('page');
  await end('page');
  expect(await Promise.all([old, next])).toEqual(['page by a', 'page by b']);
  expect(begun).toEqual(['page by a', 'page by b']);
});
