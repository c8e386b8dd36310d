import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { limitMessages } from './limit-messages.ts';

const open = () => new Hono().use(limitMessages(null)).all('*', (c) => c.text('ok'));
const send = (on: Hono, path: string, method = 'POST', address = '203.0.113.1') =>
  on.request(path, { method, headers: { 'x-forwarded-for': address } });

it('takes twenty messages a minute from an address, however the path is spelled', async () => {
  const on = open();
  const spellings = [
    '/rest/v1/contacts',
    '/rest/v1/%63ontacts?columns=name',
    '/rest/v1//contacts/',
  ];
  for (let i = 0; i < 20; i++) {
    expect((await send(on, spellings[i % spellings.length] ?? '')).status).toBe(200);
  }
  for (const path of spellings) {
    const refused = await send(on, path);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect((await send(on, '/rest/v1/contacts', 'POST', '203.0.113.2')).status).toBe(200);
});

it('accepts as many messages from a range as from four networks', async () => {
  const on = open();
  let taken = 0;
  for (let n = 0; n < 100; n++) {
    const { status } = await send(on, '/rest/v1/contacts', 'POST', `203.0.113.${n}`);
    if (status === 200) taken += 1;
  }
  expect(taken).toBe(80);
  expect((await send(on, '/rest/v1/contacts', 'POST', '203.0.114.1')).status).toBe(200);
});

it('counts nothing but messages', async () => {
  const on = open();
  for (let i = 0; i < 25; i++) {
    expect((await send(on, '/rest/v1/contacts', 'GET')).status).toBe(200);
    expect((await send(on, '/rest/v1/products')).status).toBe(200);
  }
});
