import { type Destination, toDestination } from '#domain/delivery.ts';
import { isUuid } from '#domain/uuid.ts';
import type { PaymentState, ProviderPayment } from '../provider.ts';
import type { PaypalOrder } from './response-schemas.ts';

type Unit = PaypalOrder['purchase_units'][number];
type Capture = NonNullable<Unit['payments']>['captures'][number];

/** What PayPal says about an order. `overdue`: not approved within the time we allow. */
export function paymentOfOrder(order: PaypalOrder, overdue: boolean): ProviderPayment {
  const unit = unitOf(order);
  const capture = decisiveCapture(unit);
  const { cents, currency } = capture?.amount ?? unit.amount;
  const state = capture ? stateOfCapture(capture.status) : stateOfOrder(order, overdue);
  const moved = capture !== null && stateOfCapture(capture.status) === 'paid';
  return {
    reference: order.id,
    orderId: capture?.custom_id ?? unit.custom_id ?? null,
    amountCents: cents,
    currency,
    state,
    ...(state === 'expired' && order.status !== 'VOIDED' && { overdue: true }),
    paymentReference: moved ? capture.id : null,
    destination: destinationOf(unit),
    customer: {
      name: payerName(order) ?? unit.shipping?.name?.full_name ?? null,
      email: order.payer?.email_address ?? null,
      phone: order.payer?.phone?.phone_number?.national_number ?? null,
      address: formatAddress(unit, payerName(order)),
    },
  };
}

/**
 * Whether this shop created it: other shops may use the same PayPal account and capture their own.
 */
export function isOurs(order: PaypalOrder): boolean {
  const { custom_id, invoice_id } = unitOf(order);
  return custom_id === invoice_id && isUuid(custom_id ?? '');
}

function unitOf(order: PaypalOrder): Unit {
  return order.purchase_units[0] as Unit;
}

/** The capture that took the money, else one that still may, else the last one that failed. */
function decisiveCapture({ payments }: Unit): Capture | null {
  const captures = payments?.captures ?? [];
  const inState = (state: PaymentState) =>
    captures.findLast(({ status }) => stateOfCapture(status) === state);
  return inState('paid') ?? inState('processing') ?? captures.at(-1) ?? null;
}

/**
 * An order can be COMPLETED by a capture that was declined, so only the capture's status counts. A
 * refund doesn't change that the order was paid; refunds are read by `payment-history.ts`.
 */
function stateOfCapture(status: string): PaymentState {
  switch (status) {
    case 'COMPLETED':
    case 'REFUNDED':
    case 'PARTIALLY_REFUNDED':
      return 'paid';
    case 'DECLINED':
    case 'FAILED':
      return 'failed';
    default:
      return 'processing';
  }
}

function stateOfOrder({ status }: PaypalOrder, overdue: boolean): PaymentState {
  return status === 'VOIDED' || overdue ? 'expired' : 'unpaid';
}

function payerName({ payer }: PaypalOrder): string | null {
  return [payer?.name?.given_name, payer?.name?.surname].filter(Boolean).join(' ') || null;
}

function destinationOf({ shipping }: Unit): Destination | null {
  const { country_code: country, admin_area_1: region, postal_code } = shipping?.address ?? {};
  return country ? toDestination(country, region, postal_code) : null;
}

/** In one line, starting with the recipient if somebody else paid. */
function formatAddress({ shipping }: Unit, payer: string | null): string | null {
  const address = shipping?.address;
  if (!address) return null;
  const recipient = shipping.name?.full_name;
  const region = [address.admin_area_1, address.postal_code].filter(Boolean).join(' ');
  return [
    recipient !== payer && recipient,
    address.address_line_1,
    address.address_line_2,
    address.admin_area_2,
    region,
    address.country_code,
  ]
    .filter(Boolean)
    .join(', ');
}
