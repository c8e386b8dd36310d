import { RouterContextProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { appContext } from '#app/lib/app-context.ts';
import { noOwnersRules } from '#domain/selling-facts.ts';
import { siteDefaults } from '#domain/settings.ts';
import { siteTexts } from '#domain/texts/site-texts.ts';
import { paymentMethods } from '#tests/fixtures/payment-methods.ts';
import { honeypotField } from './contact-message.ts';
import { sendMessage } from './send-message.ts';

function visit(status: number) {
  const sent: unknown[] = [];
  const reports: unknown[] = [];
  const context = new RouterContextProvider();
  context.set(appContext, {
    fetch: async (input, init) => {
      sent.push(await new Request(input, init).json());
      return status === 201
        ? new Response(null, { status })
        : Response.json({ message: 'down' }, { status });
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
  return { context, sent, reports };
}

const values = { name: 'Ada', email: 'ada@mail.example', phone: '1', message: 'Hello' };

function form(extra: Record<string, string> = {}): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries({ ...values, ...extra })) data.set(name, value);
  return data;
}

describe('sending a message', () => {
  it('stores the four fields and nothing else', async () => {
    const { context, sent } = visit(201);
    expect(await sendMessage(context, form({ role: 'admin' }))).toEqual({ state: 'sent' });
    expect(sent).toEqual([values]);
  });

  it('returns the input when it could not be saved', async () => {
    const { context, reports } = visit(500);
    expect(await sendMessage(context, form())).toEqual({ state: 'failed', values });
    expect(reports).toHaveLength(1);
  });

  it('asks for what is missing without a call', async () => {
    const { context, sent } = visit(201);
    expect(await sendMessage(context, form({ phone: ' ' }))).toMatchObject({
      state: 'rejected',
      errors: { phone: expect.any(String) },
    });
    expect(sent).toHaveLength(0);
  });

  it('thanks a bot and stores nothing', async () => {
    const { context, sent } = visit(201);
    const answer = await sendMessage(context, form({ [honeypotField]: 'ACME' }));
    expect(answer).toEqual({ state: 'sent' });
    expect(sent).toHaveLength(0);
  });
});
