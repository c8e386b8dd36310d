import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { afterEach, expect, it } from 'vitest';
import { createMailTransport, mailConnections } from './mail-transport.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/**
 * A mail server that accepts everything and records it. `onMessage` may hang up instead of
 * answering.
 */
async function openMailServer(onMessage: (socket: Socket) => void) {
  const seen = { connections: 0, messages: 0 };
  const server = createServer((socket) => {
    seen.connections += 1;
    let isMessage = false;
    socket.on('error', () => {});
    socket.write('220 ready\r\n');
    createInterface({ input: socket }).on('line', (line) => {
      if (isMessage && line !== '.') return;
      if (isMessage) {
        isMessage = false;
        seen.messages += 1;
        onMessage(socket);
      } else if (line === 'DATA') {
        isMessage = true;
        socket.write('354 go on\r\n');
      } else {
        socket.write('250 fine\r\n');
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const transport = createMailTransport(`smtp://127.0.0.1:${port}`, {
    connectMs: 10_000,
    idleMs: 10_000,
  });
  closers.push(
    () => server.close(),
    () => transport.close(),
  );
  return { seen, transport };
}

const mail = { from: 'shop@livfit.example', to: 'ann@example.com', subject: 'S', text: 'T' };

it('sends many emails over a few connections', async () => {
  const { seen, transport } = await openMailServer((socket) => socket.write('250 taken\r\n'));
  await Promise.all(Array.from({ length: 40 }, () => transport.sendMail(mail)));
  expect(seen.messages).toBe(40);
  expect(seen.connections).toBeLessThanOrEqual(mailConnections);
});

it('leaves it to the outbox to repeat an email that the server may have taken', async () => {
  const { seen, transport } = await openMailServer((socket) => socket.destroy());
  await expect(transport.sendMail(mail)).rejects.toMatchObject({ code: 'ECONNECTION' });
  expect(seen.messages).toBe(1);
});
