import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished, vi } from 'vitest';
import { paypalAppAt } from '../fixtures/paypal-app.ts';
import { startSandbox } from '../fixtures/start-sandbox.ts';

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  event: { id: string; event_type: string; resource: { id: string } };
}

async function start() {
  const received: Received[] = [];
  const answers: number[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    received.push({ headers: request.headers, body, event: JSON.parse(body) });
    response.writeHead(answers.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/paypal`;
  const started = await startSandbox({
    paypal: { webhook: { url, id: 'WEBHOOK1' }, retryAfterMs: [1, 1, 1] },
  });
  const paypal = await paypalAppAt(started.sandbox);
  const arrived = (count: number) =>
    vi.waitFor(() => expect(received.length).toBeGreaterThanOrEqual(count), { timeout: 120_000 });
  const verify = ({ headers, body }: Received, changes: Record<string, unknown> = {}) => {
    const fields = {
      auth_algo: headers['paypal-auth-algo'],
      cert_url: headers['paypal-cert-url'],
      transmission_id: headers['paypal-transmission-id'],
      transmission_sig: headers['paypal-transmission-sig'],
      transmission_time: headers['paypal-transmission-time'],
      webhook_id: 'WEBHOOK1',
      ...changes,
    };
    const sent = `${JSON.stringify(fields).slice(0, -1)},"webhook_event":${body}}`;
    return paypal.call('POST', '/v1/notifications/verify-webhook-signature', sent);
  };
  return { ...started, paypal, received, answers, arrived, verify };
}

it('reports an approval and a capture, with signatures that PayPal verifies', async () => {
  const { paypal, received, arrived, verify } = await start();
  const id = await paypal.approved();
  await paypal.call('POST', `/v2/checkout/orders/${id}/capture`, {});
  await arrived(2);
  expect(received.map(({ event }) => event.event_type)).toEqual([
    'CHECKOUT.ORDER.APPROVED',
    'PAYMENT.CAPTURE.COMPLETED',
  ]);
  expect(received[0]?.event.resource.id).toBe(id);
  for (const one of received) {
    expect((await verify(one)).body).toEqual({ verification_status: 'SUCCESS' });
  }
  const [first] = received;
  if (!first) throw new Error('nothing arrived');
  const forged = [
    await verify({ ...first, body: first.body.replace('USD', 'EUR') }),
    await verify(first, { webhook_id: 'WEBHOOK2' }),
    await verify(first, { transmission_time: '2020-01-01T00:00:00Z' }),
    await verify(first, { cert_url: 'https://elsewhere.example/cert' }),
  ];
  expect(forged.map(({ body }) => body.verification_status)).toEqual(Array(4).fill('FAILURE'));
});

it('verifies what happened under another of its names', async () => {
  const { sandbox, paypal, received, arrived, verify } = await start();
  const id = await paypal.approved();
  const byName = await paypalAppAt({ url: sandbox.url.replace('127.0.0.1', 'localhost') });
  await byName.call('POST', `/v2/checkout/orders/${id}/capture`, {});
  await arrived(2);
  const [, captured] = received;
  if (!captured) throw new Error('nothing arrived');
  expect(captured.headers['paypal-cert-url']).toContain('localhost');
  expect((await verify(captured)).body).toEqual({ verification_status: 'SUCCESS' });
});

it('retries until the shop answers 2xx, and resends on request', async () => {
  const { paypal, received, answers, arrived } = await start();
  answers.push(500, 503);
  await paypal.approved();
  await arrived(3);
  const [first] = received;
  expect(new Set(received.map(({ event }) => event.id)).size).toBe(1);
  await paypal.call('POST', `/v1/notifications/webhooks-events/${first?.event.id}/resend`);
  await arrived(4);
  expect(received[3]?.event.id).toBe(first?.event.id);
});

it('lists what happened, page by page, dropped or not', async () => {
  const { paypal, received, chaos } = await start();
  await chaos({ webhooks: { drop: true } });
  for (let count = 0; count < 3; count += 1) await paypal.approved();
  const first = await paypal.call('GET', '/v1/notifications/webhooks-events?page_size=2');
  expect(first.body.count).toBe(2);
  const next = first.body.links.find(({ rel }: { rel: string }) => rel === 'next').href;
  const second = await paypal.call('GET', next.slice(paypal.base.length));
  expect(second.body.count).toBe(1);
  expect(second.body.links.some(({ rel }: { rel: string }) => rel === 'next')).toBe(false);
  expect(received).toEqual([]);
});
