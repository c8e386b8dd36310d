import { describe, expect, it } from 'vitest';
import { type CallerLimits, type CountTogether, limitCallers } from './limit-callers.ts';

const keys = { publishableKey: 'sb_publishable_a', secretKey: 'sb_secret_a' };

/** Calls that finish when told to. */
function open(limits: CallerLimits) {
  const running: (() => void)[] = [];
  const answer = limitCallers(
    () => new Promise((resolve) => running.push(() => resolve(new Response('done')))),
    keys,
    { limits },
  );
  const call = (
    address: string,
    path = '/rest/v1/products',
    headers: HeadersInit = {},
    method = 'GET',
  ) =>
    answer(
      new Request(`http://shop.example${path}`, {
        method,
        headers: { 'x-forwarded-for': address, ...headers },
      }),
    );
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { call, running, settle };
}

describe('calls of one network', () => {
  it('run and wait together up to a number, and are refused beyond it', async () => {
    const { call, running, settle } = open({ calls: { running: 4, waiting: 2 } });
    const calls = Array.from({ length: 6 }, () => call('198.51.100.1'));
    await settle();
    expect(running).toHaveLength(4);
    const refused = await call('198.51.100.1');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    expect(await refused.json()).toMatchObject({ code: 'rate_limited', hint: null });

    const other = call('198.51.100.2');
    await settle();
    expect(running).toHaveLength(5);
    for (const end of running.splice(0, 2)) end();
    await settle();
    expect(running).toHaveLength(5);
    while (running.length > 0) {
      for (const end of running.splice(0)) end();
      await settle();
    }
    expect((await Promise.all([...calls, other])).map(({ status }) => status)).toEqual(
      Array.from({ length: 7 }, () => 200),
    );
    const again = call('198.51.100.1');
    await settle();
    for (const end of running) end();
    expect((await again).status).toBe(200);
  });

  it('count for more the longer they are', async () => {
    const { call, running, settle } = open({ calls: { callsPerMinute: 20 } });
    const answers: number[] = [];
    const send = async (length: number) => {
      const answer = call(
        '198.51.100.1',
        '/rest/v1/rpc/any',
        { 'content-length': `${length}` },
        'POST',
      );
      await settle();
      running.pop()?.();
      answers.push((await answer).status);
    };
    for (const length of [100 * 1024, 40 * 1024, 100, 40 * 1024]) await send(length);
    expect(answers).toEqual([200, 200, 200, 429]);
  });

  it('for lists of files count for more the longer they are, unlike uploads', async () => {
    const answer = limitCallers(() => Promise.resolve(new Response('done')), keys, {
      limits: { files: { callsPerMinute: 100 }, uploads: { callsPerMinute: 100 } },
    });
    const send = async (method: string, path: string) => {
      const response = await answer(
        new Request(`http://shop.example/storage/v1/object/${path}`, {
          method,
          headers: { 'x-forwarded-for': '198.51.100.1', 'content-length': '900000' },
        }),
      );
      return response.status;
    };
    expect(await send('DELETE', 'uploads')).toBe(429);
    expect(await send('POST', 'sign/uploads')).toBe(429);
    expect(await send('POST', '%73ign/uploads')).toBe(429);
    expect(await send('POST', 'uploads/a.png')).toBe(200);
  });

  it('count for more the longer their answers are', async () => {
    const length = String(2 * 1024 * 1024);
    const answer = limitCallers(
      async () => new Response('', { headers: { 'content-length': length } }),
      keys,
      { limits: { calls: { callsPerMinute: 100 } } },
    );
    const headers = { 'x-forwarded-for': '198.51.100.1' };
    const read = () => answer(new Request('http://shop.example/rest/v1/posts', { headers }));
    const statuses = [];
    for (let index = 0; index < 6; index += 1) statuses.push((await read()).status);
    // Each counts as 33 calls: the fourth uses up the last of the hundred.
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
  });

  it('are refused while they wait once the answers before them have used up the limit', async () => {
    const large = { headers: { 'content-length': String(2 * 1024 * 1024) } };
    for (const made of [() => new Response('', large), () => new Response('', { status: 413 })]) {
      const answer = limitCallers(async () => made(), keys, {
        limits: { calls: { callsPerMinute: 100, running: 2 } },
      });
      const headers = { 'x-forwarded-for': '198.51.100.1' };
      const sent = Array.from({ length: 20 }, () =>
        answer(new Request('http://shop.example/rest/v1/posts', { headers })),
      );
      const refused = (await Promise.all(sent)).filter(({ status }) => status === 429);
      // Each counts as 33 calls, or as the heaviest: two pairs use up the limit, the third has begun.
      expect(refused.length).toBeGreaterThanOrEqual(14);
      expect(refused[0]?.headers.get('retry-after')).toMatch(/^[1-9]/);
    }
  });

  it('are counted by the minute, each protocol being told in its own words', async () => {
    const { call, running, settle } = open({ calls: { callsPerMinute: 2 } });
    // One IPv6 subscriber has many addresses.
    const calls = [call('2001:db8::1'), call('2001:db8::2')];
    await settle();
    const refused = await call('2001:db8::3', '/auth/v1/token');
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([
      429,
      expect.toSatisfy((seconds: number) => seconds >= 1 && seconds <= 60),
    ]);
    expect(await refused.json()).toMatchObject({ error_code: 'over_request_rate_limit' });
    calls.push(
      call('198.51.100.1'),
      call('2001:db8::4', '/storage/v1/object/public/a/b'),
      call('2001:db8::4', '/rest/v1/products', { apikey: keys.secretKey }),
      call('2001:db8::4', '/rest/v1/products', { authorization: `Bearer ${keys.secretKey}` }),
    );
    await settle();
    for (const end of running) end();
    for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
  });

  it('of files and uploads have places of their own, and are told in words of storage', async () => {
    const { call, running, settle } = open({
      files: { running: 2, waiting: 0 },
      uploads: { running: 1, waiting: 0 },
      calls: { running: 1, waiting: 0 },
    });
    const at = '198.51.100.1';
    const get = () => call(at, '/storage/v1/object/public/a/b');
    const put = (path = '/storage/v1/object/a/b', method = 'POST') => call(at, path, {}, method);
    const admitted = [get(), get(), put(), call(at)];
    await settle();
    expect(running).toHaveLength(4);
    for (const refused of [
      await get(),
      await put(),
      await put('/storage/v1/object/upload/sign/a/b', 'PUT'),
      await put('/storage/v1/object/list/a'),
    ]) {
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
      expect(refused.headers.get('access-control-allow-origin')).toBe('*');
      expect(await refused.json()).toMatchObject({ statusCode: '429', code: 'SlowDown' });
    }
    const others = [
      call('198.51.100.2', '/storage/v1/object/a/b', {}, 'POST'),
      call(at, '/storage/v1/object/a/b', { apikey: keys.secretKey }, 'POST'),
    ];
    await settle();
    expect(running).toHaveLength(6);
    for (const end of running) end();
    for (const { status } of await Promise.all([...admitted, ...others])) expect(status).toBe(200);
  });

  it('end where the answer fails, so that the next gets its place', async () => {
    const answer = limitCallers(() => Promise.reject(new Error('no')), keys, {
      limits: { calls: { running: 1, waiting: 0 } },
    });
    const request = () => new Request('http://shop.example/rest/v1/a');
    await expect(answer(request())).rejects.toThrow('no');
    await expect(answer(request())).rejects.toThrow('no');
  });

  it('are counted together by several processes, a block at a time', async () => {
    const [limit, blocks] = [500, 50];
    const counted: number[] = [];
    let consumed = 0;
    const countTogether: CountTogether = async (lane, caller, calls) => {
      expect([lane, caller]).toEqual(['calls', '198.51.100.1']);
      counted.push(calls);
      consumed += calls;
      return consumed > limit ? 60 : 0;
    };
    const processes = [1, 2, 3].map(() =>
      limitCallers(async () => new Response('done'), keys, {
        limits: { calls: { callsPerMinute: limit } },
        countTogether,
      }),
    );
    const headers = { 'x-forwarded-for': '198.51.100.1' };
    const statuses: (number | undefined)[] = [];
    for (let index = 0; index < 3 * limit; index += 1) {
      const answer = await processes[index % 3]?.(
        new Request('http://shop.example/rest/v1/products', { headers }),
      );
      statuses.push(answer?.status);
    }
    const admitted = statuses.filter((status) => status === 200).length;
    expect(admitted).toBeGreaterThanOrEqual(limit);
    expect(admitted).toBeLessThanOrEqual(limit * 1.1);
    // Callers over the limit cause no more statements.
    expect(counted.length).toBeLessThanOrEqual(blocks + processes.length);
    expect(new Set(counted)).toEqual(new Set([limit / blocks]));
  });
});
