import { describe, expect, it, vi } from 'vitest';
import type { FunctionAnswer } from '#app/lib/invoke-function.ts';
import type { OrderDetails } from '#domain/order.ts';
import { type Capture, capturePayment } from './capture-payment.ts';
import { pauses } from './follow-order.ts';

type Answer = FunctionAnswer<{ orderDetails: OrderDetails }>;

const order = (payment_status: string): Answer => ({
  data: { orderDetails: { id: 'o1', payment_status } as OrderDetails },
  failure: null,
});
const refused = (code: string, status: number | null = 400): Answer => ({
  data: null,
  failure: { status, code, message: '' },
});

async function follow(token: string | null, answers: Answer[]) {
  const pause = vi.fn(async () => {});
  const capture = vi.fn(async () => answers.shift() ?? refused('unreachable', null));
  const steps: Capture[] = [];
  for await (const step of capturePayment(token, { capture, pause })) steps.push(step);
  return { kinds: steps.map(({ kind }) => kind), last: steps.at(-1), capture, pause };
}

describe('capturePayment', () => {
  it.each([
    ['paid', 'paid'],
    ['refunded', 'paid'],
    ['review', 'review'],
    ['failed', 'declined'],
    ['expired', 'declined'],
  ])('ends at once with an order that is %s', async (status, kind) => {
    const { kinds, capture } = await follow('T', [order(status)]);
    expect(kinds).toEqual([kind]);
    expect(capture).toHaveBeenCalledTimes(1);
  });

  it('asks again until a slow payment is decided', async () => {
    const { kinds, pause } = await follow('T', [order('pending'), order('pending'), order('paid')]);
    expect(kinds).toEqual(['waiting', 'waiting', 'paid']);
    expect(pause.mock.calls).toEqual([[pauses[0]], [pauses[1]]]);
  });

  it('retries while there is no response, and says when it gives up', async () => {
    const { kinds, last } = await follow('T', []);
    expect(kinds).toEqual(Array(pauses.length + 1).fill('unreachable'));
    expect(last).toEqual({ kind: 'unreachable', trying: false });
  });

  it('says why an approved order could not be had, and asks no more', async () => {
    const { kinds, last, capture } = await follow('T', [refused('code_used_up', 409)]);
    expect(kinds).toEqual(['changed']);
    expect(last).toMatchObject({ kind: 'changed', destination: null });
    expect(capture).toHaveBeenCalledTimes(1);
  });

  it('says where the wallet’s address is if delivery or tax differs there', async () => {
    const destination = { country: 'US', region: 'NY', postalCode: '10001' };
    const moved: Answer = {
      data: null,
      failure: { ...refused('destination_changed', 409).failure, details: { destination } },
    } as Answer;
    expect((await follow('T', [moved])).last).toMatchObject({ kind: 'changed', destination });
  });

  it('shows no success for a declined or unknown payment', async () => {
    expect((await follow('T', [refused('payment_declined', 402)])).kinds).toEqual(['declined']);
    expect((await follow('T', [refused('order_cancelled', 409)])).kinds).toEqual(['canceled']);
    expect((await follow('T', [refused('already_paid', 409)])).kinds).toEqual(['already_paid']);
    expect((await follow('T', [refused('order_not_found', 404)])).kinds).toEqual(['missing']);
    const { kinds, capture } = await follow(null, []);
    expect([kinds, capture.mock.calls.length]).toEqual([['missing'], 0]);
  });
});
