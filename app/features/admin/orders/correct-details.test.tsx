import { useState } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, broken } from '#tests/components/answer-calls.ts';
import { renderAdmin } from '#tests/components/render-admin.tsx';
import { CorrectDetails, isCorrectable } from './correct-details.tsx';
import { OrderRecipient } from './order-recipient.tsx';
import type { WholeOrder } from './read-order.ts';

const order = {
  ...{ id: '10000000-0000-4000-8000-000000000001', updated_at: '2026-11-20T12:00:00Z' },
  ...{ name: 'Maya', email: 'maya@mail.example', phone: '', address: '12 Ridge Road' },
  ...{ status: 'pending', payment_status: 'paid' },
};
const whole = (changes: object = {}) =>
  ({
    order: { ...order, ...changes },
    shipments: [],
    refunds: [],
    disputes: [],
  }) as unknown as WholeOrder;
const button = (name: string) => page.getByRole('button', { name });

it('saves what was typed, and says at its field what is wrong', async () => {
  const calls = answerCalls(() => ({ body: { changed: true } }));
  let done = 0;
  await renderAdmin('/admin/orders', <CorrectDetails whole={whole()} onDone={() => done++} />);
  await page.getByLabelText('Email').fill('maya at home');
  await page.getByLabelText('Shipping address').fill('');
  await button('Save details').click();
  await expect.element(page.getByText('Enter an email address.')).toBeVisible();
  await expect.element(page.getByText('Enter the address.')).toBeVisible();
  expect(calls).toEqual([]);
  await page.getByLabelText('Email').fill('maya@home.example');
  await page.getByLabelText('Shipping address').fill('9 New Street');
  await button('Save details').click();
  await expect.element(page.getByText('Details saved')).toBeVisible();
  expect(done).toBe(1);
  expect(calls[0]?.body).toEqual({
    orderId: order.id,
    details: { name: 'Maya', email: 'maya@home.example', phone: '', address: '9 New Street' },
    seen: { updatedAt: order.updated_at },
  });
});

it('says how an order has changed meanwhile, and keeps what was typed', async () => {
  answerCalls(() => ({
    status: 409,
    body: { error: { code: 'order_changed', message: 'This order has changed.' } },
  }));
  const seen = whole();
  const screen = await renderAdmin(
    '/admin/orders',
    <CorrectDetails whole={seen} onDone={() => {}} />,
  );
  await page.getByLabelText('Name').fill('Maya Stone');
  await button('Save details').click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/nothing was saved/);
  await expect.element(page.getByLabelText('Name')).toHaveValue('Maya Stone');
  await screen.unmount();
});

it('keeps what is typed while it saves, and stays open for it', async () => {
  const answer = Promise.withResolvers<void>();
  const calls = answerCalls(async () => {
    await answer.promise;
    return { body: { changed: true } };
  });
  let done = 0;
  const form = <CorrectDetails whole={whole({ id: 'meanwhile' })} onDone={() => done++} />;
  await renderAdmin('/admin/orders', form);
  await page.getByLabelText('Name').fill('Maya Stone');
  await button('Save details').click();
  await page.getByLabelText('Phone').fill('555 0100');
  answer.resolve();
  await expect.element(page.getByText('Details saved')).toBeVisible();
  await expect.element(page.getByLabelText('Phone')).toHaveValue('555 0100');
  expect(done).toBe(0);
  await button('Save details').click();
  await expect.poll(() => done).toBe(1);
  expect(calls.map(({ body }) => body.details.phone)).toEqual(['', '555 0100']);
});

/** The shop with one order that others may change; what it refuses is refused as the server does. */
function openShop(id: string) {
  const state = { order: { ...order, id }, losesAnswer: false };
  let saves = 0;
  const change = (changes: object) => {
    const updated_at = `2026-11-21T12:00:0${saves++}Z`;
    state.order = { ...state.order, ...changes, updated_at };
  };
  const calls = answerCalls(({ body }) => {
    if (body.seen.updatedAt !== state.order.updated_at) {
      const message = 'This order has changed.';
      return { status: 409, body: { error: { code: 'order_changed', message } } };
    }
    change(body.details);
    const loses = state.losesAnswer;
    state.losesAnswer = false;
    return loses ? { ...broken, status: 502 } : { body: { changed: true } };
  });
  function Screen() {
    const [shown, setShown] = useState(state.order);
    return (
      <>
        <button type="button" onClick={() => setShown(state.order)}>
          Read again
        </button>
        <CorrectDetails whole={whole(shown)} onDone={() => {}} />
      </>
    );
  }
  return { state, change, calls, screen: <Screen /> };
}

it('saves over no correction of somebody else that was not shown, and keeps their other fields', async () => {
  const { state, change, calls, screen } = openShop('overtaken');
  await renderAdmin('/admin/orders', screen);
  await page.getByLabelText('Phone').fill('555 0100');
  change({ address: '9 New Street' });
  // As when the tab gets the focus back.
  await button('Read again').click();
  await expect.element(page.getByLabelText('Shipping address')).toHaveValue('9 New Street');
  await button('Save details').click();
  await expect.element(page.getByText('Shipping address: 9 New Street')).toBeVisible();
  expect(state.order.phone).toBe('');
  await button('Save details').click();
  await expect.element(page.getByText('Details saved')).toBeVisible();
  expect(state.order).toMatchObject({ phone: '555 0100', address: '9 New Street' });
  expect(calls).toHaveLength(2);
});

it('knows its own details again when the answer to saving them was lost', async () => {
  const { state, screen } = openShop('lost');
  state.losesAnswer = true;
  await renderAdmin('/admin/orders', screen);
  await page.getByLabelText('Phone').fill('555 0100');
  await button('Save details').click();
  await expect.element(page.getByText('Details not saved')).toBeVisible();
  await button('Read again').click();
  await page.getByLabelText('Phone').fill('555 0111');
  await button('Save details').click();
  await expect.element(page.getByText('Details saved')).toBeVisible();
  expect(state.order.phone).toBe('555 0111');
});

it('still has what was typed after the tab was reloaded', async () => {
  const form = <CorrectDetails whole={whole({ id: 'reloaded' })} onDone={() => {}} />;
  const before = await renderAdmin('/admin/orders', form);
  await page.getByLabelText('Name').fill('Maya Stone');
  await before.unmount();
  await renderAdmin('/admin/orders', form);
  await expect.element(page.getByLabelText('Name')).toHaveValue('Maya Stone');
  await button('Cancel').click();
});

it('is open where something was typed that has not been saved', async () => {
  const recipient = <OrderRecipient whole={whole({ id: 'unsaved' })} />;
  const before = await renderAdmin('/admin/orders', recipient);
  await button('Correct these details').click();
  await page.getByLabelText('Shipping address').fill('9 New Street');
  await before.unmount();
  const after = await renderAdmin('/admin/orders', recipient);
  await expect.element(page.getByLabelText('Shipping address')).toHaveValue('9 New Street');
  await button('Cancel').click();
  await expect.element(button('Correct these details')).toBeVisible();
  await after.unmount();
  await renderAdmin('/admin/orders', recipient);
  await expect.element(button('Correct these details')).toBeVisible();
});

it('is offered until an order has shipped, once its money has arrived', () => {
  expect(isCorrectable(whole())).toBe(true);
  expect(isCorrectable(whole({ payment_status: 'pending' }))).toBe(false);
  expect(isCorrectable(whole({ status: 'delivered' }))).toBe(false);
  expect(isCorrectable({ ...whole(), shipments: [{}] } as unknown as WholeOrder)).toBe(false);
});
