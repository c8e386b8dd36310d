import { RouterContextProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { appContext } from '#app/lib/app-context.ts';
import { siteDefaults } from '#domain/site.ts';
import { checkCode } from './check-code.ts';

function visit(answer: (request: Request) => Response) {
  const requests: Request[] = [];
  const reports: unknown[] = [];
  const context = new RouterContextProvider();
  context.set(appContext, {
    fetch: async (input, init) => {
      const request = new Request(input, init);
      requests.push(request);
      return answer(request);
    },
    origin: 'http://shop.example',
    publishableKey: 'key',
    paymentMethods: { stripe: true, paypal: true },
    sandbox: false,
    site: siteDefaults,
    address: '203.0.113.7',
    report: (error) => reports.push(error),
  });
  return { context, requests, reports };
}

const row = () => Response.json([{ code: 'SH2041' }]);
const none = () => Response.json([]);

describe('checking a code', () => {
  it('asks for the trimmed code, with the code as its key and the visitor’s address', async () => {
    const { context, requests } = visit(row);
    expect(await checkCode(context, '  SH2041 ')).toEqual({ state: 'valid', code: 'SH2041' });
    const [request] = requests;
    expect(new URL(request?.url ?? '').searchParams.get('code')).toBe('eq.SH2041');
    expect(request?.headers.get('x-lookup-key')).toBe('SH2041');
    expect(request?.headers.get('x-forwarded-for')).toBe('203.0.113.7');
  });

  it('calls an unknown code invalid', async () => {
    const { context } = visit(none);
    expect(await checkCode(context, 'SH0000')).toEqual({ state: 'invalid', code: 'SH0000' });
  });

  it('does nothing with an empty code', async () => {
    const { context, requests } = visit(row);
    expect(await checkCode(context, ' \n')).toBeNull();
    expect(requests).toHaveLength(0);
  });

  it.each(['S'.repeat(65), 'SH２０４１', 'SH\u00002041', 'SH2041\nx'])(
    'never asks for what cannot be a code: %j',
    async (code) => {
      const { context, requests } = visit(row);
      expect(await checkCode(context, code)).toEqual({ state: 'invalid', code });
      expect(requests).toHaveLength(0);
    },
  );

  it.each([
    [429, 0],
    [500, 1],
  ])('says that it could not check after a %i, and logs %i failures', async (status, logged) => {
    const { context, reports } = visit(() => Response.json({ message: 'no' }, { status }));
    expect(await checkCode(context, 'SH2041')).toEqual({ state: 'unchecked', code: 'SH2041' });
    expect(reports).toHaveLength(logged);
  });

  it('says so when the table interface cannot be reached', async () => {
    const { context } = visit(() => {
      throw new TypeError('fetch failed');
    });
    expect(await checkCode(context, 'SH2041')).toMatchObject({ state: 'unchecked' });
  });
});
