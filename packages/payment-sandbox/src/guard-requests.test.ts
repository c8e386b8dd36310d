import { describe, expect, it } from 'vitest';
import { createSandbox } from './app.ts';

function request(path: string, init: RequestInit & { host?: string } = {}) {
  const { host = '127.0.0.1:3001', ...rest } = init;
  return createSandbox().fetch(new Request(`http://${host}${path}`, rest));
}

describe('what the sandbox answers to', () => {
  it.each([
    ['http://127.0.0.1:3001', 204],
    ['http://127.0.0.1:3000', 403],
    ['http://evil.example', 403],
    ['null', 403],
    [undefined, 204],
  ])('a change from origin %s: %i', async (origin, status) => {
    const response = await request('/mail/messages', {
      method: 'DELETE',
      ...(origin === undefined ? {} : { headers: { origin } }),
    });
    expect(response.status).toBe(status);
  });

  it('loopback names only, while it listens on loopback', async () => {
    expect((await request('/mail/messages', { host: 'rebound.example' })).status).toBe(421);
    expect((await request('/mail/messages', { host: 'localhost:3001' })).status).toBe(200);
    expect((await request('/mail/messages', { host: '127.0.0.2:3001' })).status).toBe(200);
  });

  it.each([
    ['the network', '192.0.2.5:3001', '192.0.2.9', {}],
    ['a rebound name', 'rebound.example:3001', '127.0.0.1', {}],
    ['a forged loopback Host', '127.0.0.1:3001', '192.0.2.9', {}],
    ['a proxy', '127.0.0.1:3001', '127.0.0.1', { 'x-forwarded-for': '192.0.2.9' }],
  ])('pay pages only, to %s, beyond loopback', async (_who, host, remoteAddress, headers) => {
    const open = createSandbox({ loopbackOnly: false });
    const ask = async (path: string, init: RequestInit = {}) => {
      const asked = new Request(`http://${host}${path}`, { headers, ...init });
      return (await open.fetch(asked, { incoming: { socket: { remoteAddress } } })).status;
    };
    for (const path of [
      ...[
        '/',
        '/mail',
        '/mail/messages',
        '/chaos',
        '/stripe',
        '/paypal',
        '/paypal/',
        '/v1/refunds',
      ],
      ...['/stripe/v1/refunds', '/stripe/control/sessions', '/paypal/control/orders', '/healthz'],
      ...['/stripe/pay/../../mail', '/stripe/pay/%2e%2e/control', '//mail', '/stripe/pay/x/y'],
    ]) {
      expect([path, await ask(path)]).toEqual([path, 403]);
    }
    expect(await ask('/chaos', { method: 'POST', body: '{}' })).toBe(403);
    expect(await ask('/stripe/pay/none')).toBe(404);
    expect(await ask('/paypal/checkoutnow?token=none')).toBe(404);
    expect(await ask('/assets/sandbox.css')).toBe(200);
  });

  it('everything to its own machine, beyond loopback too', async () => {
    const open = createSandbox({ loopbackOnly: false });
    const { status } = await open.fetch(new Request('http://127.0.0.1:3001/mail/messages'), {
      incoming: { socket: { remoteAddress: '::ffff:127.0.0.1' } },
    });
    expect(status).toBe(200);
  });

  it('no endless body', async () => {
    const response = await request('/chaos', { method: 'POST', body: 'x'.repeat(2 * 1024 * 1024) });
    expect(response.status).toBe(413);
  });

  it('every page says that it is a sandbox', async () => {
    for (const path of [
      '/',
      '/mail',
      '/stripe',
      '/stripe/pay/none',
      '/paypal',
      '/paypal/checkoutnow?token=no',
    ]) {
      expect(await (await request(path)).text()).toContain('<strong>Sandbox</strong>');
    }
  });
});
