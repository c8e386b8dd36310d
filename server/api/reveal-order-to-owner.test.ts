import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { revealOrderToOwner } from './reveal-order-to-owner.ts';

it('does not reveal in errors which view orders are read from', async () => {
  const app = new Hono().use(revealOrderToOwner).all('*', (c) => {
    const relation = new URL(c.req.url).pathname.split('/').at(-1);
    return c.json({ message: `No relationship between '${relation}' and 'nothing'` }, 400);
  });
  const answer = await app.request('/rest/v1/orders?select=*,nothing(*)', {
    headers: { 'x-lookup-key': 'cs_1' },
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({
    message: "No relationship between 'orders' and 'nothing'",
  });
});
