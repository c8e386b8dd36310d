import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { expect, it, onTestFinished } from 'vitest';
import { answerAfterBody } from './answer-after-body.ts';

it('responds at once to a request that was read, however many refused bodies are waiting', async () => {
  const refused: IncomingMessage[] = [];
  const answer = async (request: Request, env: { incoming: IncomingMessage }) => {
    if (new URL(request.url).pathname === '/read') return new Response(await request.text());
    refused.push(env.incoming);
    return new Response('too large', { status: 413 });
  };
  const server = createServer(getRequestListener(answerAfterBody(answer)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const senders = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'));
  onTestFinished(() => {
    for (const sender of senders) sender.destroy();
    server.closeAllConnections();
    server.close();
  });
  for (const sender of senders) {
    sender.on('error', () => {});
    sender.write('POST /refused HTTP/1.1\r\nhost: a\r\ncontent-length: 1000\r\n\r\nhalf of it');
  }
  await expect.poll(() => refused.length).toBe(senders.length);
  const answered = await fetch(`http://127.0.0.1:${port}/read`, { method: 'POST', body: 'mine' });
  expect(await answered.text()).toBe('mine');
  // Two bodies per caller are read at a time; if the response had queued too, all would have been read first.
  expect(refused.filter(({ readableFlowing }) => readableFlowing).length).toBeLessThanOrEqual(4);
});
