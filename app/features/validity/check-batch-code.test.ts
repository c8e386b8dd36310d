import { RouterContextProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { appContext } from '#app/lib/app-context.ts';
import { noOwnersRules } from '#domain/selling-facts.ts';
import { siteDefaults } from '#domain/settings.ts';
import { paymentMethods } from '#tests/fixtures/payment-methods.ts';
import { checkBatchCode } from './check-batch-code.ts';

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
    paymentMethods,
    sandbox: false,
    site: siteDefaults,
    selling: noOwnersRules,
    address: '203.0.113.7',
    report: (error) => reports.push(error),
  });
  return { context, requests, reports };
}

const resin = 'Pure Himalayan Shilajit Resin';
const row = () => Response.json([{ code: 'SH2041', product_name: resin }]);
const none = () => Response.json([]);

describe('checking a code', () => {
  it('looks up the trimmed code with the lookup key and the visitor’s address', async () => {
    const { context, requests } = visit(row);
    expect(await checkBatchCode(context, '  SH2041 ')).toEqual({
      state: 'valid',
      code: 'SH2041',
      product: resin,
    });
    const [request] = requests;
    expect(request?.headers.get('x-lookup-key')).toBe('SH2041');
    expect(request?.headers.get('x-forwarded-for')).toBe('203.0.113.7');
  });

  it.each(['sh2041', 'Sh 20-41', 'SH\u00a02041'])(
    'finds %j by its spelling in capitals, in one call',
    async (typed) => {
      const { context, requests } = visit(row);
      expect(await checkBatchCode(context, typed)).toMatchObject({
        state: 'valid',
        code: 'SH2041',
      });
      expect(requests).toHaveLength(1);
    },
  );

  it('finds a code that was added in another spelling', async () => {
    const { context } = visit(() =>
      Response.json([{ code: 'Sh-2041', product_name: 'Default Product' }]),
    );
    expect(await checkBatchCode(context, 'sh 2041')).toEqual({ state: 'valid', code: 'Sh-2041' });
  });

  it('prefers the code as typed', async () => {
    const { context } = visit(() =>
      Response.json([
        { code: 'SH2041', product_name: resin },
        { code: 'sh-2041', product_name: 'Another' },
      ]),
    );
    expect(await checkBatchCode(context, 'sh-2041')).toEqual({
      state: 'valid',
      code: 'sh-2041',
      product: 'Another',
    });
  });

  it('believes no row that was not asked for', async () => {
    const { context } = visit(row);
    expect(await checkBatchCode(context, 'SH2042')).toEqual({ state: 'invalid', code: 'SH2042' });
  });

  it('names no product where none was named', async () => {
    const { context } = visit(() =>
      Response.json([{ code: 'SH2041', product_name: 'Default Product' }]),
    );
    expect(await checkBatchCode(context, 'SH2041')).toEqual({ state: 'valid', code: 'SH2041' });
  });

  it('calls an unknown code invalid', async () => {
    const { context } = visit(none);
    expect(await checkBatchCode(context, 'SH0000')).toEqual({ state: 'invalid', code: 'SH0000' });
  });

  it('does nothing with an empty code', async () => {
    const { context, requests } = visit(row);
    expect(await checkBatchCode(context, ' \n')).toBeNull();
    expect(requests).toHaveLength(0);
  });

  it.each(['S'.repeat(65), 'SH２０４１', 'SH\u00002041', 'SH2041\nx'])(
    'never asks for what cannot be a code: %j',
    async (code) => {
      const { context, requests } = visit(row);
      expect(await checkBatchCode(context, code)).toEqual({ state: 'invalid', code });
      expect(requests).toHaveLength(0);
    },
  );

  it.each([
    [429, 0],
    [500, 1],
  ])('says that it could not check after a %i, and logs %i failures', async (status, logged) => {
    const { context, reports } = visit(() => Response.json({ message: 'no' }, { status }));
    expect(await checkBatchCode(context, 'SH2041')).toEqual({ state: 'unchecked', code: 'SH2041' });
    expect(reports).toHaveLength(logged);
  });

  it('says so when the table interface cannot be reached', async () => {
    const { context } = visit(() => {
      throw new TypeError('fetch failed');
    });
    expect(await checkBatchCode(context, 'SH2041')).toMatchObject({ state: 'unchecked' });
  });
});
