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
    const open = createSandbox({ loopbackOnly: false });
    expect((await open.fetch(new Request('http://sandbox.example/healthz'))).status).toBe(200);
  });

  it('no body without end', async () => {
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
