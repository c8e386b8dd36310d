import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { createCheckLimits, type LookupLimits, limitLookups } from './limit-lookups.ts';

function app({ surge, ...limits }: LookupLimits & { surge?: number } = {}) {
  return new Hono()
    .use(limitLookups(createCheckLimits(null, surge), limits))
    .all('*', (c) => c.text('ok'));
}
const look = (on: Hono, headers: Record<string, string>, init: RequestInit = {}) =>
  on.request('/rest/v1/validity_codes', { ...init, headers });

it('lets twenty checks a minute through, then says how long to wait', async () => {
  const on = app();
  const headers = { 'x-lookup-key': 'SH1234', 'x-forwarded-for': '203.0.113.1' };
  for (let i = 0; i < 20; i++) {
    expect((await look(on, headers, { method: i % 2 ? 'HEAD' : 'GET' })).status).toBe(200);
  }
  const refused = await look(on, headers);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await look(on, { ...headers, 'x-forwarded-for': '203.0.113.2' })).status).toBe(200);
});

it('answers 20 of 10,000 codes to a sweep, however they are spelled', async () => {
  const on = app({ surge: 20_000 });
  const answered: string[] = [];
  for (let i = 0; i < 10_000; i++) {
    const code = `SH${String(i).padStart(4, '0')}`;
    const spelled = [code, code.toLowerCase(), `sh-${code.slice(2)}`][i % 3] ?? code;
    const headers = { 'x-lookup-key': spelled, 'x-forwarded-for': '203.0.113.1' };
    const { status } = await look(on, headers);
    if (status === 200) answered.push(code);
    else expect(status).toBe(429);
  }
  expect(answered).toHaveLength(20);
});

it('does not count requests without a lookup key', async () => {
  const on = app();
  for (let i = 0; i < 40; i++) {
    expect((await look(on, { 'x-forwarded-for': '203.0.113.1' })).status).toBe(200);
  }
});

it('counts every lookup key except well-formed session ids', async () => {
  const id = `cs_test_${'a1'.repeat(29)}`;
  const tries = async (key: string) => {
    const on = app();
    const headers = { 'x-lookup-key': key, 'x-forwarded-for': '203.0.113.1' };
    let refused = 0;
    for (let i = 0; i < 25; i++) refused += Number((await look(on, headers)).status === 429);
    return refused;
  };
  expect(await tries(id)).toBe(0);
  expect(await tries(id.replace('test', 'live'))).toBe(0);
  for (const key of ['cs_SH1234', 'cs_test_SH1234', `${id}, SH1234`, `${id}!`, `x${id}`]) {
    expect([key, await tries(key)]).toEqual([key, 5]);
  }
});

it('treats the addresses of one IPv6 network as one visitor', async () => {
  const on = app();
  const statuses: number[] = [];
  for (let i = 1; i <= 21; i++) {
    const headers = { 'x-lookup-key': 'SH1234', 'x-forwarded-for': `2001:db8:0:1::${i}` };
    statuses.push((await look(on, headers)).status);
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  const neighbor = { 'x-lookup-key': 'SH1234', 'x-forwarded-for': '2001:db8:0:2::1' };
  expect((await look(on, neighbor)).status).toBe(200);
});

it.each([
  ['IPv4', (n: number) => `203.0.113.${n}`, '203.0.114.1'],
  ['IPv6', (n: number) => `2001:db8:1:${n.toString(16)}::1`, '2001:db8:2::1'],
])('answers a range of %s as often as four networks', async (_kind, pathOfChange, neighbor) => {
  const on = app();
  let answered = 0;
  for (let n = 0; n < 100; n++) {
    const headers = { 'x-lookup-key': 'SH1234', 'x-forwarded-for': pathOfChange(n) };
    if ((await look(on, headers)).status === 200) answered += 1;
  }
  expect(answered).toBe(80);
  const elsewhere = { 'x-lookup-key': 'SH1234', 'x-forwarded-for': neighbor };
  expect((await look(on, elsewhere)).status).toBe(200);
});

it('slows a surge from many addresses and reports it once, and answers all the same', async () => {
  const waited: number[] = [];
  let reports = 0;
  const on = app({
    surge: 10,
    onSurge: () => {
      reports += 1;
    },
    wait: async (milliseconds) => waited.push(milliseconds),
  });
  for (let i = 0; i < 15; i++) {
    const headers = { 'x-lookup-key': 'SH1234', 'x-forwarded-for': `203.0.113.${i}` };
    expect(await (await look(on, headers)).text()).toBe('ok');
  }
  expect(waited).toEqual(Array(5).fill(1_000));
  expect(reports).toBe(1);
});
