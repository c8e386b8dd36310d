import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openListeners } from './open-listeners.ts';

it('takes in more than one visitor in each turn, and none once closed', async () => {
  const server = createServer();
  const doors = await openListeners(server, 0, '127.0.0.1');
  let turn = 0;
  const turns = new Set<number>();
  server.on('connection', () => turns.add(turn));
  const visitors = Array.from({ length: 200 }, () => connect(doors.port, '127.0.0.1'));
  await Promise.all(visitors.map((visitor) => once(visitor, 'connect')));
  for (; turn < 100; turn += 1) await nextTurn();
  // At one per turn, it would take all of them.
  expect(turns.size).toBeLessThan(70);
  const closed = doors.close();
  for (const visitor of visitors) visitor.destroy();
  await closed;
  const late = connect(doors.port, '127.0.0.1');
  const [error] = await once(late, 'error').catch((failure) => [failure]);
  expect(error).toMatchObject({ code: 'ECONNREFUSED' });
});

it('leaves a port alone that somebody listens on', async () => {
  const first = await openListeners(createServer(), 0, '127.0.0.1');
  await expect(openListeners(createServer(), first.port, '127.0.0.1')).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
  await first.close();
});
