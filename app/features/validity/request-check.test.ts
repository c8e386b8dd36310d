import { RouterContextProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { appContext } from '#app/lib/app-context.ts';
import { noOwnersRules } from '#domain/selling-facts.ts';
import { siteDefaults } from '#domain/settings.ts';
import { siteTexts } from '#domain/texts/site-texts.ts';
import { paymentMethods } from '#tests/fixtures/payment-methods.ts';
import { requestCheck } from './request-check.ts';

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
    site: { ...siteDefaults, texts: siteTexts([]) },
    selling: noOwnersRules,
    address: '203.0.113.7',
    report: (error) => reports.push(error),
  });
  return { context, requests, reports };
}

const resin = 'Pure Himalayan Shilajit Resin';
const found = () => Response.json({ outcome: 'batch', batch: 'SH2041', product: resin });
const none = () => Response.json({ outcome: 'unknown' });
const bodyOf = async (request: Request | undefined) => (await request?.json())?.code;

describe('checking a code', () => {
  it('asks for the trimmed code once, with the visitor’s address and browser', async () => {
    const { context, requests } = visit(found);
    expect(await requestCheck(context, '  SH2041 ', 'a browser')).toMatchObject({
      state: 'valid',
      code: 'SH2041',
      product: resin,
    });
    const [request] = requests;
    expect(requests).toHaveLength(1);
    expect(request?.url).toBe('http://shop.example/functions/v1/check-code');
    expect(request?.headers.get('x-forwarded-for')).toBe('203.0.113.7');
    expect(request?.headers.get('user-agent')).toBe('a browser');
    expect(await bodyOf(request)).toBe('SH2041');
  });

  it.each([
    ['sh2041', 'sh2041'],
    ['SH\u00a02041', 'SH 2041'],
    ['SH\u202f20\u20112041', 'SH 20-2041'],
    ['SH2041\u200b', 'SH2041'],
    ['\uff33\uff28\uff12\uff10\uff14\uff11', 'SH2041'],
    ['https://shop.example/batch/SH2041', 'SH2041'],
    ['https://shop.example/u/ABCDEFGHJKM', 'ABCDEFGHJKM'],
    ['https://id.example/01/09506000134352/10/SH2041/21/ABCDEFGHJKM', 'ABCDEFGHJKM'],
  ])('asks for %j as %j, and shows the code on file', async (typed, asked) => {
    const { context, requests } = visit(found);
    expect(await requestCheck(context, typed)).toMatchObject({ state: 'valid', code: 'SH2041' });
    expect(await bodyOf(requests[0])).toBe(asked);
  });

  it('names no product where none was named', async () => {
    const { context } = visit(() => Response.json({ outcome: 'batch', batch: 'SH2041' }));
    const answer = await requestCheck(context, 'SH2041');
    expect(answer?.product).toBeUndefined();
    expect(answer?.state).toBe('valid');
  });

  it.each(['recalled', 'expired'])(
    'calls a batch that is %s valid, and says so',
    async (outcome) => {
      const { context } = visit(() => Response.json({ outcome, batch: 'SH2041' }));
      expect(await requestCheck(context, 'SH2041')).toMatchObject({
        state: 'valid',
        check: { outcome },
      });
    },
  );

  it.each(['unknown', 'not_released'])('calls a batch code that is %s invalid', async (outcome) => {
    const { context } = visit(() => Response.json({ outcome }));
    expect(await requestCheck(context, 'SH0000')).toMatchObject({
      state: 'invalid',
      code: 'SH0000',
    });
  });

  it.each([
    ['unknown', {}],
    ['malformed', {}],
    ['first', { batch: 'SH2041', firstCheckedAt: '2026-11-24T08:00:00.000Z' }],
    ['again', { batch: 'SH2041', firstCheckedAt: '2026-11-24T08:00:00.000Z' }],
    ['recalled', { batch: 'SH2041', firstCheckedAt: '2026-11-24T08:00:00.000Z' }],
  ])('says of a single jar what its code proves: %s', async (outcome, more) => {
    const { context } = visit(() => Response.json({ outcome, ...more }));
    expect(await requestCheck(context, 'abcd efgh jkm')).toMatchObject({
      state: 'unit',
      check: { outcome },
    });
  });

  it('does nothing with an empty code', async () => {
    const { context, requests } = visit(found);
    expect(await requestCheck(context, ' \n')).toBeNull();
    expect(requests).toHaveLength(0);
  });

  it.each(['S'.repeat(65), 'SH2041é', 'SH\u00002041', 'SH२०४१'])(
    'never asks for what cannot be a code: %j',
    async (code) => {
      const { context, requests } = visit(none);
      expect(await requestCheck(context, code)).toEqual({ state: 'invalid', code });
      expect(requests).toHaveLength(0);
    },
  );

  it.each([
    [429, 0],
    [500, 1],
  ])('says that it could not check after a %i, and logs %i failures', async (status, logged) => {
    const { context, reports } = visit(() => Response.json({ message: 'no' }, { status }));
    expect(await requestCheck(context, 'SH2041')).toEqual({ state: 'unchecked', code: 'SH2041' });
    expect(reports).toHaveLength(logged);
  });

  it('says so when the function cannot be reached', async () => {
    const { context } = visit(() => {
      throw new TypeError('fetch failed');
    });
    expect(await requestCheck(context, 'SH2041')).toMatchObject({ state: 'unchecked' });
  });
});
