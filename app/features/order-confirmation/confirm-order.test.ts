import { beforeEach, describe, expect, it } from 'vitest';
import type { ToastNotice } from '#app/components/ui/toast.ts';
import { createConfirmedOrders } from '#app/lib/confirmed-orders.ts';
import type { FunctionAnswer } from '#app/lib/invoke-function.ts';
import { type Confirming, confirmOrder } from './confirm-order.ts';
import type { ConfirmedOrder } from './follow-order.ts';

const order = { id: '5f0c9a4e-0000-4000-8000-000000000001' } as ConfirmedOrder;
type Answer = FunctionAnswer<{ sent: boolean; alreadySent: boolean }>;
const sent: Answer = { data: { sent: true, alreadySent: false }, failure: null };

let notices: ToastNotice[];
let cleared: number;
let mails: number;
let entries: Map<string, string>;

/** Simulates a page load: storage stays, everything else is new. */
function loadPage(answer: Answer): Confirming {
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
  } as Storage;
  const confirmed = createConfirmedOrders(() => storage);
  return {
    confirmed,
    clearCart: ({ id }) => {
      if (confirmed.take(id, 'cart-cleared')) cleared++;
    },
    sendMail: async () => {
      mails++;
      return answer;
    },
    show: (notice) => void notices.push(notice),
  };
}

beforeEach(() => {
  notices = [];
  cleared = 0;
  mails = 0;
  entries = new Map();
});

describe('confirmOrder', () => {
  it('clears the cart, confirms with the number and mails', async () => {
    await confirmOrder(order, loadPage(sent));
    expect({ cleared, mails }).toEqual({ cleared: 1, mails: 1 });
    expect(notices).toEqual([
      { title: 'Order confirmed', description: 'Order number 5f0c9a4e' },
      { title: 'Order confirmation sent' },
    ]);
  });

  it('does nothing a second time', async () => {
    await confirmOrder(order, loadPage(sent));
    notices = [];
    await confirmOrder(order, loadPage(sent));
    expect({ cleared, mails, notices }).toEqual({ cleared: 1, mails: 1, notices: [] });
  });

  it('sends one email when the page confirms twice at once', async () => {
    const page = loadPage(sent);
    await Promise.all([confirmOrder(order, page), confirmOrder(order, page)]);
    expect({ cleared, mails }).toEqual({ cleared: 1, mails: 1 });
  });

  it.each<[string, Answer, string]>([
    [
      'the shop refuses',
      { data: null, failure: { status: 502, code: 'mail_failed', message: '' } },
      "Couldn't send confirmation emails",
    ],
    [
      'the mail was not delivered',
      { data: { sent: false, alreadySent: false }, failure: null },
      "Couldn't send confirmation emails",
    ],
    [
      'the shop is out of reach',
      { data: null, failure: { status: null, code: 'unreachable', message: '' } },
      'Email sending failed',
    ],
  ])(
    'says that the order stands when %s, and tries the mail on the next load',
    async (_, answer, title) => {
      await confirmOrder(order, loadPage(answer));
      expect(notices.at(-1)).toEqual({
        title,
        description: 'But your order has been processed successfully.',
        variant: 'destructive',
      });
      await confirmOrder(order, loadPage(sent));
      expect({ cleared, mails }).toEqual({ cleared: 1, mails: 2 });
    },
  );

  it('accepts that the webhook already sent the email', async () => {
    await confirmOrder(
      order,
      loadPage({ data: { sent: false, alreadySent: true }, failure: null }),
    );
    expect(notices.at(-1)).toEqual({ title: 'Order confirmation sent' });
  });
});
