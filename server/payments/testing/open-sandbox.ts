import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { paypalSandbox } from '#server/payments/paypal/paypal-service.ts';
import { stripeSandbox } from '#server/payments/stripe/stripe-service.ts';
import { startSandbox } from '#server/setup/start-sandbox.ts';

export const annExample = {
  email: 'ann@example.com',
  phone: '3035550142',
  name: 'Ann Example',
  line1: '1 Main St',
  line2: '',
  city: 'Denver',
  state: 'CO',
  postal_code: '80202',
  country: 'US',
};

/** The real sandbox as its own process, and a receiver that records the webhooks sent to it. */
export async function openSandbox() {
  const delivered: { body: Uint8Array; headers: Headers }[] = [];
  const receiver = createServer(async (request, response) => {
    const body = await buffer(request);
    delivered.push({ body, headers: new Headers(request.headers as Record<string, string>) });
    response.end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const keys = {
    stripe: { secretKey: `sk_test_${random()}`, webhookSecret: `whsec_${random()}` },
    paypal: { clientId: random(), clientSecret: random(), webhookId: random() },
  };
  const sandbox = await startSandbox({
    root: path.resolve(import.meta.dirname, '../../..'),
    port: 0,
    host: '127.0.0.1',
    dataDir: '',
    variables: {
      ...stripeSandbox({ ...keys.stripe, webhookUrl }),
      ...paypalSandbox({ ...keys.paypal, webhookUrl }),
    },
  });
  return {
    keys,
    url: sandbox.url,
    delivered: () => delivered,
    async trouble(rule: object | null) {
      await send(`${sandbox.url}/chaos`, rule ? { api: rule } : {});
    },
    control: (rest: string, body: object = {}) => send(`${sandbox.url}/${rest}`, body),
    async close() {
      await sandbox.stop();
      receiver.closeAllConnections();
      await new Promise((resolve) => receiver.close(resolve));
    },
  };
}

/** Sends and receives JSON; throws on an error status. */
async function send(url: string, body: object): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return response.json();
}

function random(): string {
  return randomBytes(16).toString('hex');
}
