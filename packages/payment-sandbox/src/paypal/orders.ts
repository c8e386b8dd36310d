import { z } from 'zod';
import type { PaypalAccount, StoredOrder } from './account.ts';
import { showCaptureInOrder } from './captures.ts';
import { checkSums } from './create-order.ts';
import { notFound, unprocessable } from './errors.ts';
import { amount, items, readBody } from './order-params.ts';
import { showRefund } from './refunds.ts';
import type { Link } from './wire.ts';

/** An unapproved order expires after three hours. */
const UNAPPROVED_MS = 3 * 60 * 60_000;

export function findOrder(account: PaypalAccount, id: string): StoredOrder {
  const stored = account.orders.get(id);
  if (stored === undefined) throw notFound();
  const { status, create_time } = stored.order;
  const isOpen = status === 'CREATED' || status === 'PAYER_ACTION_REQUIRED';
  if (isOpen && Date.parse(create_time) + UNAPPROVED_MS < account.now()) throw notFound();
  return stored;
}

/** An order as the API returns it: with its payments, and with links below this base URL. */
export function showOrder(account: PaypalAccount, stored: StoredOrder, base: string): object {
  const { order, captureIds } = stored;
  const captures = captureIds.map((id) => showCaptureInOrder(account, id, base));
  const refunds = captureIds.flatMap((id) =>
    (account.captures.get(id)?.refundIds ?? []).map((refund) => showRefund(account, refund, base)),
  );
  const { payer } = order;
  return {
    ...order,
    purchase_units: order.purchase_units.map((unit) => ({
      ...unit,
      ...(captures.length > 0 && {
        payments: { captures, ...(refunds.length > 0 && { refunds }) },
      }),
    })),
    ...(payer && {
      payment_source: {
        paypal: {
          email_address: payer.email_address,
          account_id: payer.payer_id,
          account_status: 'VERIFIED',
          name: payer.name,
          address: payer.address,
        },
      },
    }),
    links: linksOf(stored, base),
  };
}

/** The response to `Prefer: return=minimal`, which is the default. */
export function showOrderBriefly(stored: StoredOrder, base: string): object {
  const { id, status } = stored.order;
  return { id, status, links: linksOf(stored, base) };
}

/** The URL where the payer approves. */
export function approvalUrlOf({ order }: StoredOrder, base: string): string {
  return `${base}/checkoutnow?token=${order.id}`;
}

function linksOf(stored: StoredOrder, base: string): Link[] {
  const { id, status } = stored.order;
  const self = `${base}/v2/checkout/orders/${id}`;
  const approve = approvalUrlOf(stored, base);
  return [
    { href: self, rel: 'self', method: 'GET' },
    ...(status === 'PAYER_ACTION_REQUIRED'
      ? [{ href: approve, rel: 'payer-action', method: 'GET' }]
      : []),
    ...(status === 'CREATED' ? [{ href: approve, rel: 'approve', method: 'GET' }] : []),
    ...(status === 'COMPLETED' ? [] : [{ href: self, rel: 'update', method: 'PATCH' }]),
    ...(status === 'APPROVED' ? [{ href: `${self}/capture`, rel: 'capture', method: 'POST' }] : []),
  ];
}

const unitPath =
  /^\/purchase_units\/@reference_id=='([^']+)'\/(amount|items|custom_id|invoice_id)$/;

const patchBody = z
  .array(
    z.strictObject({
      op: z.enum(['add', 'replace']),
      path: z.string().regex(unitPath),
      value: z.unknown(),
    }),
  )
  .min(1);

/** `PATCH`: changes the amount, items and two ids of a purchase unit, until the order is captured. */
export function patchOrder(account: PaypalAccount, id: string, body: unknown): void {
  const stored = findOrder(account, id);
  if (stored.order.status === 'COMPLETED') {
    throw unprocessable(
      'ORDER_ALREADY_COMPLETED',
      'The order cannot be patched after it is completed.',
    );
  }
  const units = structuredClone(stored.order.purchase_units);
  for (const { path, value } of readBody(patchBody, body)) {
    const [, reference, field] = unitPath.exec(path) ?? [];
    const unit = units.find(({ reference_id }) => reference_id === reference);
    if (unit === undefined) {
      throw unprocessable('INVALID_JSON_POINTER_FORMAT', 'Path should be a valid JSON Pointer.');
    }
    if (field === 'amount') unit.amount = readBody(amount, value);
    else if (field === 'items') unit.items = readBody(items, value);
    else if (field === 'custom_id') unit.custom_id = readBody(z.string().max(255), value);
    else unit.invoice_id = readBody(z.string().max(127), value);
  }
  for (const unit of units) checkSums(unit);
  account.orders.put(id, {
    ...stored,
    order: { ...stored.order, purchase_units: units, update_time: account.time() },
  });
}
