import { expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerCalls, broken, type Call } from '#tests/components/answer-calls.ts';
import { renderAdmin } from '#tests/components/render-admin.tsx';
import PackingScreen from './packing-screen.tsx';

const idOf = (n: number) => `${n}${n}${n}${n}0000-0000-4000-8000-000000000000`;
const order = (n: number, changes: object = {}) => ({
  ...{ id: idOf(n), name: `Customer ${n}`, email: `c${n}@mail.example`, phone: '' },
  ...{ address: `${n} Ridge Road\nDenver`, total_amount: 20, currency: 'USD' },
  ...{ payment_status: 'paid', status: 'pending', delivery_rate_name: null },
  ...{ created_at: '2026-11-20T12:00:00Z', updated_at: `2026-11-20T12:00:0${n}Z` },
  order_items: [{ id: 'p', name: 'Pure Resin', weight: '30g', price: 10, quantity: n }],
  ...{ refunds: [], shipments: [] },
  ...changes,
});

const number = (n: number) =>
  page.getByLabelText(`Tracking number of order ${idOf(n).slice(0, 8)}`);
const button = (name: string | RegExp) => page.getByRole('button', { name });

it('fills in a pasted column, ships what has a number, and reports what did not go', async () => {
  let shipped = false;
  let tries = 0;
  const calls = answerCalls(({ path, body }) => {
    if (!path.startsWith('/functions/v1/ship-orders')) {
      return {
        body: shipped
          ? [order(2, { address: '9 New Street' }), order(3)]
          : [order(1), order(2), order(3)],
      };
    }
    tries += 1;
    // The first response is lost after the shop has shipped the orders.
    if (tries === 1) return { ...broken, status: 502 };
    shipped = true;
    const message = 'This order has changed since you opened it. Nothing was shipped.';
    const [first, second] = body.parcels;
    return {
      body: {
        results: [
          { orderId: first.orderId, outcome: 'recorded' },
          { orderId: second.orderId, outcome: 'refused', code: 'order_changed', message },
        ],
      },
    };
  });
  await renderAdmin('/admin/packing', <PackingScreen />);
  await page.getByText('Paste from a spreadsheet').click();
  await page.getByLabelText('Tracking numbers').fill('1Z 1\n1Z 2\n\n1Z 4');
  await button('Fill in').click();
  await expect
    .element(
      page.getByText('2 numbers were filled in. For 1 there is no order in this list: 1Z 4.'),
    )
    .toBeVisible();
  await expect.element(number(2)).toHaveValue('1Z 2');
  await expect.element(number(3)).toHaveValue('');
  await button('Undo').click();
  await expect.element(number(1)).toHaveValue('');
  await page.getByLabelText('Tracking numbers').fill('1Z 1\n1Z 2');
  await button('Fill in').click();

  await button('Ship 2 orders').click();
  await expect.element(page.getByText('Enter the carrier.')).toBeVisible();
  await page.getByLabelText('Carrier').fill('UPS');
  await button('Ship 2 orders').click();
  await expect.element(page.getByText('each customer will receive one email')).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ship 2 orders' }).click();

  const report = page.getByRole('region', { name: 'Report' });
  await expect.element(report).toMatchTextContent(/1 order was shipped\./);
  await expect.element(report).toMatchTextContent(/1 order did not go/);
  await expect.element(report).toMatchTextContent(/Shipping address: 9 New Street/);
  const sent = calls.filter(({ path }) => path.includes('ship-orders'));
  expect(sent).toHaveLength(2);
  expect(sent[1]?.body).toEqual(sent[0]?.body);
  expect(sent[0]?.body.parcels).toEqual(
    [1, 2].map((n) => ({
      orderId: idOf(n),
      carrier: 'UPS',
      trackingNumber: `1Z ${n}`,
      seen: { updatedAt: `2026-11-20T12:00:0${n}Z`, refundedCents: 0 },
    })),
  );
  // Orders that were not shipped keep their number; they can be shipped as they are now.
  await expect.element(number(2)).toHaveValue('1Z 2');
  await expect.element(button('Ship 1 order')).toBeVisible();
});

it('keeps numbers over a reload, remembers the carrier, and a scanner goes down the list', async () => {
  answerCalls(() => ({ body: [order(1), order(2)] }));
  const first = await renderAdmin('/admin/packing', <PackingScreen />);
  await page.getByLabelText('Carrier').fill('DHL');
  await number(1).click();
  await userEvent.keyboard('1Z 1{Enter}1Z 1{Enter}');
  await expect.element(page.getByText('Also typed for #11110000')).toBeVisible();
  await number(2).fill('<2>');
  await expect.element(number(2)).toHaveAttribute('aria-invalid', 'true');
  await expect.element(button('Ship 1 order')).toBeVisible();
  await first.unmount();
  await renderAdmin('/admin/packing', <PackingScreen />);
  await expect.element(number(1)).toHaveValue('1Z 1');
  await expect.element(page.getByLabelText('Carrier')).toHaveValue('DHL');
});

it('warns of one number for several orders, and of what a spreadsheet has damaged', async () => {
  answerCalls(() => ({ body: [order(1), order(2), order(3), order(4)] }));
  await renderAdmin('/admin/packing', <PackingScreen />);
  await page.getByLabelText('Carrier').fill('USPS');
  await page.getByText('Paste from a spreadsheet').click();
  const pasted = '9.4001E+21\n1Z 7\n1Z 7\n9400111899223100000000';
  await page.getByLabelText('Tracking numbers').fill(pasted);
  await button('Fill in').click();
  await expect.element(number(1)).toHaveAttribute('aria-invalid', 'true');
  await expect
    .element(number(1))
    .toHaveAccessibleDescription(/A spreadsheet has shortened this number\. Format its column/);
  await expect.element(number(3)).toHaveAccessibleDescription(/^Also typed for #22220000\.$/);
  await expect.element(number(4)).toHaveAccessibleDescription(/a spreadsheet may have rounded it/);
  await button('Ship 3 orders').click();
  const question = page.getByRole('alertdialog');
  await expect.element(question).toMatchTextContent(/2 orders have the tracking number 1Z 7\./);
  await expect.element(question).toMatchTextContent(/1 number ends in zeros/);
});

it('prints what is selected: one pick list, a slip and a label for each', async () => {
  answerCalls(() => ({
    body: [
      order(1, {
        address: '1 Ridge Road, Denver, CO 80202, US',
        delivery_rate_name: 'Delivery: Standard',
      }),
      order(2),
      order(3),
      order(4, { payment_status: 'disputed' }),
    ],
  }));
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  onTestFinished(() => print.mockRestore());
  await renderAdmin('/admin/packing', <PackingScreen />);
  await expect.element(page.getByText('Payment: Disputed')).toBeVisible();
  await page.getByLabelText(`Pack order ${idOf(3).slice(0, 8)}`).click();
  await button('Print 2 orders').click();
  await expect.poll(() => print.mock.calls.length).toBe(1);
  const text = document.querySelector('[data-printing]')?.textContent ?? '';
  expect(text).toContain('3 items for 2 orders');
  expect(text).toContain('Packing slip #11110000');
  expect(text).toContain('2 of 2');
  expect(text).toContain('Shipping method: Delivery: Standard');
  expect(text).not.toContain('Delivery: Delivery');
  expect(text).not.toContain('33330000');
  expect(document.querySelectorAll('.address-label')).toHaveLength(2);
  expect(document.querySelector('.address-label')?.textContent).toContain(
    '1 Ridge Road\nDenver\nCO 80202\nUS',
  );
  window.dispatchEvent(new Event('afterprint'));
  await expect.poll(() => document.querySelector('[data-printing]')).toBeNull();
});

it('asks for the orders that its address names', async () => {
  const calls = answerCalls(() => ({ body: [order(2), order(1)] }));
  await renderAdmin(`/admin/packing?orders=${idOf(1)},${idOf(2)}`, <PackingScreen />);
  await expect.element(number(1)).toBeVisible();
  const asked = calls.find(({ path }) => path.startsWith('/rest/v1/orders'));
  expect(asked?.path).toContain(`id=in.(${idOf(1)},${idOf(2)})`);
  await expect.element(page.getByRole('link', { name: 'All that can be shipped' })).toBeVisible();
});

const stock = (code: string, best_before: string, units_made: number, packed = 0) => ({
  ...{ batch_id: code, code, product_id: 'p', best_before, units_made, packed },
});
const batchOf = (n: number) =>
  page.getByLabelText(`Batch of Pure Resin in order ${idOf(n).slice(0, 8)}`);

/** Simulates `note_line_batches` in the database; `before` holds the batches already recorded. */
function keepLines(before: Record<string, [code: string, quantity: number]> = {}) {
  const stored = new Map(Object.entries(before));
  return {
    stored,
    note({ lines, replace }: Call['body']) {
      for (const { order_id, batches, seen } of lines) {
        const [batch] = batches;
        const [code] = stored.get(order_id) ?? [];
        if (replace && (!seen || code === seen[0]?.batch_id)) stored.delete(order_id);
        if (batch && !stored.has(order_id)) stored.set(order_id, [batch.batch_id, batch.quantity]);
      }
      return lines.flatMap(({ order_id, line }: { order_id: string; line: number }) => {
        const [code, quantity] = stored.get(order_id) ?? [];
        return code ? [{ order_id, line, batch_id: code, code, quantity, status: 'released' }] : [];
      });
    },
  };
}

it('notes the oldest batch of every line, and another one by hand', async () => {
  const lines = keepLines();
  const calls = answerCalls(({ path, body }) => {
    if (path.includes('/rpc/note_line_batches')) return { body: lines.note(body) };
    if (path.includes('/rpc/admin_batch_stock')) {
      return { body: [stock('SH1', '2099-01-01', 10), stock('SH2', '2099-06-01', 10)] };
    }
    return { body: path.startsWith('/rest/v1/orders') ? [order(1), order(2)] : [] };
  });
  await renderAdmin('/admin/packing', <PackingScreen />);
  await button('Note suggested batches').click();
  await expect.element(page.getByText('2 batches noted')).toBeVisible();
  await expect.element(batchOf(1)).toHaveValue('SH1');
  expect(Object.fromEntries(lines.stored)).toEqual({
    [idOf(1)]: ['SH1', 1],
    [idOf(2)]: ['SH1', 2],
  });
  await batchOf(2).selectOptions('SH2');
  await expect.element(batchOf(2)).toHaveValue('SH2');
  await batchOf(1).selectOptions('');
  await expect.element(batchOf(1)).toHaveValue('');
  expect(Object.fromEntries(lines.stored)).toEqual({ [idOf(2)]: ['SH2', 2] });
  const written = calls.filter(
    ({ method, path }) => method !== 'GET' && path.includes('line_batch'),
  );
  expect(written.map(({ body }) => body.replace)).toEqual([false, true, true]);
});

it('notes no second batch after a lost answer, nor where another packer was first', async () => {
  // Somebody else has packed order 3 since this page was opened.
  const lines = keepLines({ [idOf(3)]: ['SH2', 3] });
  let tries = 0;
  answerCalls(({ path, body }) => {
    if (path.includes('/rpc/note_line_batches')) {
      const noted = lines.note(body);
      tries += 1;
      return tries === 1 ? { ...broken, status: 502 } : { body: noted };
    }
    if (path.includes('/rpc/admin_batch_stock')) {
      const packed = [...lines.stored.values()].reduce(
        (sum, [code, quantity]) => (code === 'SH1' ? sum + quantity : sum),
        0,
      );
      return { body: [stock('SH1', '2099-01-01', 3, packed), stock('SH2', '2099-06-01', 10)] };
    }
    return { body: path.startsWith('/rest/v1/orders') ? [order(1), order(2), order(3)] : [] };
  });
  await renderAdmin('/admin/packing', <PackingScreen />);
  await button('Note suggested batches').click();
  await expect.element(page.getByText('Failed to note the batch')).toBeVisible();
  await expect
    .element(batchOf(1).getByRole('option', { name: /SH1.*, 0 left/ }))
    .toBeInTheDocument();
  await button('Note suggested batches').click();
  await expect.element(page.getByText('3 batches noted')).toBeVisible();
  await expect.element(batchOf(1)).toHaveValue('SH1');
  await expect.element(batchOf(2)).toHaveValue('SH1');
  await expect.element(batchOf(3)).toHaveValue('SH2');
  expect(Object.fromEntries(lines.stored)).toEqual({
    [idOf(1)]: ['SH1', 1],
    [idOf(2)]: ['SH1', 2],
    [idOf(3)]: ['SH2', 3],
  });
});

const line = (code: string, quantity: number, status = 'released') => ({
  order_line_batches: [{ line: 0, quantity, batch: { id: code, code, status } }],
});

it('shows what another packer has noted once the list is refreshed', async () => {
  let others = {};
  answerCalls(({ path }) => {
    if (path.includes('/rpc/note_line_batches')) return { body: [] };
    if (path.includes('/rpc/admin_batch_stock')) {
      return { body: [stock('SH1', '2099-01-01', 1, 1), stock('SH2', '2099-06-01', 10, 10)] };
    }
    return { body: path.startsWith('/rest/v1/orders') ? [order(1, others)] : [] };
  });
  await renderAdmin('/admin/packing', <PackingScreen />);
  await button('Note suggested batches').click();
  await expect.element(page.getByText('0 batches noted')).toBeVisible();
  await expect.element(batchOf(1)).toHaveValue('');
  others = line('SH1', 1);
  await button('Refresh').click();
  await expect.element(batchOf(1)).toHaveValue('SH1');
});

it('replaces no batch that another packer has noted unseen', async () => {
  const lines = keepLines();
  answerCalls(({ path, body }) => {
    if (path.includes('/rpc/note_line_batches')) return { body: lines.note(body) };
    if (path.includes('/rpc/admin_batch_stock')) {
      return { body: [stock('SH1', '2099-01-01', 10), stock('SH2', '2099-06-01', 10)] };
    }
    return { body: path.startsWith('/rest/v1/orders') ? [order(1)] : [] };
  });
  await renderAdmin('/admin/packing', <PackingScreen />);
  await expect.element(batchOf(1)).toHaveValue('');
  lines.stored.set(idOf(1), ['SH1', 1]);
  await batchOf(1).selectOptions('SH2');
  await expect.element(page.getByText(/It is now: SH1\./)).toBeVisible();
  await expect.element(batchOf(1)).toHaveValue('SH1');
  expect(lines.stored.get(idOf(1))).toEqual(['SH1', 1]);
  await batchOf(1).selectOptions('SH2');
  await expect.poll(() => lines.stored.get(idOf(1))).toEqual(['SH2', 1]);
});

it('packs nothing from a recalled batch until another is chosen or suggested', async () => {
  const lines = keepLines({ [idOf(1)]: ['SH1', 1], [idOf(2)]: ['SH1', 2], [idOf(3)]: ['SH2', 3] });
  answerCalls(({ path, body }) => {
    if (path.includes('/rpc/note_line_batches')) return { body: lines.note(body) };
    if (path.includes('/rpc/admin_batch_stock')) {
      return { body: [stock('SH2', '2099-06-01', 10)] };
    }
    return {
      body: path.startsWith('/rest/v1/orders')
        ? [
            order(1, line('SH1', 1, 'recalled')),
            order(2, line('SH1', 2, 'recalled')),
            order(3, line('SH2', 3)),
          ]
        : [],
    };
  });
  await renderAdmin('/admin/packing', <PackingScreen />);
  const problem = page.getByText('Batch SH1 was recalled: choose another.');
  await expect.poll(() => problem.elements().length).toBe(2);
  await expect.element(batchOf(1)).toHaveAttribute('aria-invalid', 'true');
  await expect
    .element(batchOf(1).getByRole('option', { name: 'SH1 (recalled)' }))
    .toBeInTheDocument();
  await expect.element(number(1)).not.toBeInTheDocument();
  await batchOf(1).selectOptions('SH2');
  await expect.element(number(1)).toBeVisible();
  await button('Note suggested batches').click();
  await expect.element(page.getByText('1 batch noted')).toBeVisible();
  await expect.element(number(2)).toBeVisible();
  expect(Object.fromEntries(lines.stored)).toEqual({
    [idOf(1)]: ['SH2', 1],
    [idOf(2)]: ['SH2', 2],
    [idOf(3)]: ['SH2', 3],
  });
});

it('leaves a recalled batch noted where there is no other', async () => {
  const lines = keepLines({ [idOf(1)]: ['SH1', 1] });
  answerCalls(({ path, body }) => {
    if (path.includes('/rpc/note_line_batches')) return { body: lines.note(body) };
    if (path.includes('/rpc/admin_batch_stock')) {
      return { body: [stock('SH2', '2020-06-01', 10)] };
    }
    return {
      body: path.startsWith('/rest/v1/orders') ? [order(1, line('SH1', 1, 'blocked'))] : [],
    };
  });
  await renderAdmin('/admin/packing', <PackingScreen />);
  await button('Note suggested batches').click();
  await expect.element(page.getByText('0 batches noted')).toBeVisible();
  await expect.element(page.getByText(/For 1 line there is no released batch/)).toBeVisible();
  await expect.element(page.getByText('Batch SH1 was blocked: choose another.')).toBeVisible();
  expect(lines.stored.get(idOf(1))).toEqual(['SH1', 1]);
});
