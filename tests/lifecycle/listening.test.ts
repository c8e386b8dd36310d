import { hostname, networkInterfaces } from 'node:os';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { migratedDirectory } from '#tests/fixtures/migrated.ts';
import { sendRaw } from '#tests/fixtures/send-raw.ts';
import {
  type ShopProcess,
  startShopProcess,
  type TemporaryDirectory,
} from '#tests/fixtures/shop-process.ts';

let directory: TemporaryDirectory;
let shop: ShopProcess | undefined;

beforeAll(async () => {
  directory = await migratedDirectory();
});
afterAll(() => directory?.remove());

const stop = async () => {
  await shop?.stop();
  shop = undefined;
};
const start = async (env: Record<string, string>) => {
  shop = await startShopProcess({ dataDir: directory.path, env: { RATE_LIMITS: 'off', ...env } });
  return shop;
};

/** This machine's address on the network, or its host name if it has none. */
const outer =
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? hostname();

const portOf = (address: string) => Number(new URL(address).port);

async function get(address: string, headers: Record<string, string> = {}) {
  return sendRaw(address, { method: 'GET', headers, announced: true });
}

it('does not start beyond loopback unless told to, and says what to set', async () => {
  await expect(start({ HOST: '0.0.0.0' })).rejects.toThrow(/code 1:\nHOST: .*SANDBOX=public/);
});

describe('beyond loopback with simulated providers', () => {
  let open: ShopProcess;
  beforeAll(async () => {
    open = await start({ HOST: '0.0.0.0', SANDBOX: 'public' });
  });
  afterAll(stop);

  it('opens the pay pages to the network, never the mailbox and the controls', async () => {
    const { sandbox, origin, output } = open;
    expect(output()).toContain('SANDBOX=public');
    expect(output()).toContain('SITE_URL is not set');
    const shopHere = `http://${outer}:${portOf(origin)}`;
    const sandboxHere = `http://${outer}:${portOf(sandbox)}`;

    for (const path of [
      '/',
      '/mail',
      '/mail/messages',
      '/chaos',
      '/stripe',
      '/paypal',
      '/v1/refunds',
    ]) {
      expect([path, (await get(`${sandboxHere}${path}`)).status]).toEqual([path, 403]);
      const forged = { host: '127.0.0.1' };
      const rebound = await get(`${sandbox}${path}`, { host: `evil.example:${portOf(sandbox)}` });
      expect([path, rebound.status]).toEqual([path, 403]);
      if (outer !== hostname()) {
        expect([path, (await get(`${sandboxHere}${path}`, forged)).status]).toEqual([path, 403]);
      }
    }
    expect((await get(`${sandbox}/mail/messages`)).status).toBe(200);

    const { url, publishableKey: apikey } = await (await fetch(`${shopHere}/config.json`)).json();
    expect(url).toBe(shopHere);
    const headers = { apikey, 'content-type': 'application/json', origin: shopHere };
    const asked = await fetch(
      `${shopHere}/rest/v1/products?select=id,weight:weight_type&sold_out=is.false&limit=1`,
      { headers },
    );
    const [product] = (await asked.json()) as { id: string; weight: string }[];
    for (const name of ['create-checkout', 'create-paypal-order']) {
      const begun = await fetch(`${shopHere}/functions/v1/${name}`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ items: [{ ...product, name: '', price: 1, quantity: 1 }] }),
      });
      const { url: card, approveUrl = card } = (await begun.json()) as Record<string, string>;
      expect(approveUrl).toContain(`${sandboxHere}/`);
      expect((await get(String(approveUrl))).status).toBe(200);
    }
  });

  it('works with tokens under the address by which it was reached', async () => {
    const { origin, output } = open;
    const shopHere = `http://${outer}:${portOf(origin)}`;
    const { publishableKey: apikey } = await (await fetch(`${shopHere}/config.json`)).json();
    const [, password = ''] = /Password: (\S+)/.exec(output()) ?? [];
    const signedIn = await fetch(`${shopHere}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'admin@livfit.example', password }),
    });
    const { access_token: token } = (await signedIn.json()) as { access_token: string };
    const user = await fetch(`${shopHere}/auth/v1/user`, {
      headers: { apikey, authorization: `Bearer ${token}` },
    });
    expect([signedIn.status, user.status]).toEqual([200, 200]);
  });
});

describe('on loopback', () => {
  afterEach(stop);

  it('keeps the sandbox on loopback with the shop, whichever loopback address that is', async () => {
    const { origin, sandbox } = await start({ HOST: '127.0.0.2' });
    expect((await get(`${origin}/healthz`)).status).toBe(200);
    expect((await get(`${sandbox}/mail/messages`)).status).toBe(200);
    const host = `evil.example:${portOf(sandbox)}`;
    expect((await get(`${sandbox}/mail/messages`, { host })).status).toBe(421);
    for (const address of [outer, '127.0.0.1']) {
      await expect(get(`http://${address}:${portOf(sandbox)}/mail`)).rejects.toThrow(
        'ECONNREFUSED',
      );
    }
  });

  it('does not trust a foreign Host header', async () => {
    const { origin } = await start({});
    for (const path of ['/', '/config.json', '/sitemap.xml', '/robots.txt']) {
      const { text } = await get(`${origin}${path}`, { host: 'evil.example' });
      expect([path, text.includes('evil.example')]).toEqual([path, false]);
    }
  });
});
