import { describe, expect, it } from 'vitest';
import { createPageCache } from './page-cache.ts';
import type { RenderedPage } from './rendered-page.ts';

const page = (text: string, cacheable = true): RenderedPage => ({
  status: 200,
  headers: {},
  etag: null,
  body: Buffer.from(text),
  cacheable,
  compressed: new Map(),
});

describe('createPageCache', () => {
  it('renders once for parallel visitors and keeps the page', async () => {
    const cache = createPageCache();
    let renders = 0;
    const render = async () => page(`page ${++renders}`);
    await Promise.all([cache.fill('/', render), cache.fill('/', render)]);
    expect(renders).toBe(1);
    expect(cache.get('/')?.page.body.toString()).toBe('page 1');
  });

  it('renders a page in whichever turn comes first', async () => {
    const cache = createPageCache();
    const gate = Promise.withResolvers<void>();
    const waiting = cache.fill(
      '/',
      async () => page('made late'),
      async (work) => {
        await gate.promise;
        return work();
      },
    );
    const made = await cache.fill('/', async () => page('made at once'));
    expect(made.body.toString()).toBe('made at once');
    expect(await waiting).toBe(made);
    gate.resolve();
  });

  it('refuses a page only to those whose own turn is refused', async () => {
    const cache = createPageCache();
    const gate = Promise.withResolvers<void>();
    const refused = cache.fill(
      '/',
      async () => page('a'),
      async () => {
        throw new Error('too much waits');
      },
    );
    const waiting = cache.fill(
      '/',
      async () => page('b'),
      async (work) => {
        await gate.promise;
        return work();
      },
    );
    await expect(refused).rejects.toThrow('too much waits');
    gate.resolve();
    expect((await waiting).body.toString()).toBe('b');
  });

  it('serves a page as stale after a minute', async () => {
    let time = 0;
    const cache = createPageCache({ now: () => time });
    await cache.fill('/', async () => page('a'));
    time = 59_000;
    expect(cache.get('/')?.stale).toBe(false);
    time = 61_000;
    expect(cache.get('/')?.stale).toBe(true);
  });

  it('still knows after clearing which pages it had cached', async () => {
    const cache = createPageCache();
    await cache.fill('/', async () => page('a'));
    await cache.fill('/none', async () => page('not found', false));
    cache.clear();
    expect([cache.knows('/'), cache.knows('/none')]).toEqual([true, false]);
  });

  it('drops everything when cleared, also renders in progress', async () => {
    const cache = createPageCache();
    const gate = Promise.withResolvers<void>();
    const old = cache.fill('/', async () => {
      await gate.promise;
      return page('old');
    });
    cache.clear();
    gate.resolve();
    await old;
    expect(cache.get('/')).toBeUndefined();
    await cache.fill('/', async () => page('new'));
    expect(cache.get('/')?.page.body.toString()).toBe('new');
  });

  it('does not cache private pages', async () => {
    const cache = createPageCache();
    await cache.fill('/', async () => page('mine', false));
    expect(cache.get('/')).toBeUndefined();
  });
});
