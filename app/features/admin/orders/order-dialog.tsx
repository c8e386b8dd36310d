import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import ModalDialog from '#app/components/ui/modal-dialog.tsx';
import { formatMoney, toCents } from '#domain/money.ts';
import { type OrderStatus, orderNumber } from '#domain/order.ts';
import { type RowOf, useAdminCalls } from '../data/use-admin-calls.ts';
import { Notes } from '../notes/notes.tsx';
import { ScreenLoading } from '../shell/screen-loading.tsx';
import { Moment } from '../table/moment.tsx';
import { AcceptPayment } from './accept-payment.tsx';
import { CorrectDetails, isCorrectable } from './correct-details.tsx';
import { openSheet } from './open-sheet.ts';
import { OrderLines } from './order-lines.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import {
  isShippable,
  knownAddress,
  knownEmail,
  knownName,
  paymentTones,
  statusLabel,
} from './order-words.ts';
import { PaymentIds } from './payment-ids.tsx';
import { readOrder, type WholeOrder } from './read-order.ts';
import { RefundForm } from './refund-form.tsx';
import { ResendEmail } from './resend-email.tsx';
import { ShipForm } from './ship-form.tsx';
import { StatusSelect } from './status-select.tsx';
import { refundableCents } from './timeline.ts';
import { orderKey } from './use-order-actions.tsx';

const jump = 'inline-flex min-h-11 items-center font-semibold text-link';

/** What the owner came for. */
export type WantedAction = 'ship' | 'refund' | null;

interface OrderDialogProps {
  id: string;
  wanted: WantedAction;
  onClose: () => void;
  onStatus: (orders: RowOf<'orders'>[], status: OrderStatus) => Promise<void>;
}

/** Everything about one order, and what can be done with it. */
export function OrderDialog({ id, wanted, onClose, onStatus }: OrderDialogProps) {
  const calls = useAdminCalls();
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: orderKey(id),
    queryFn: () => readOrder(calls, id),
  });
  return (
    <ModalDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Order #${orderNumber(id)}`}
      className="my-auto w-full max-w-3xl"
    >
      {data ? (
        <Details
          whole={data}
          wanted={wanted}
          onStatus={(status) => void onStatus([data.order], status)}
        />
      ) : isPending ? (
        <ScreenLoading />
      ) : (
        <div className="space-y-4">
          <p>{isError ? 'The order could not be loaded.' : 'This order does not exist.'}</p>
          {isError ? <Button onClick={() => void refetch()}>Try again</Button> : null}
        </div>
      )}
    </ModalDialog>
  );
}

function Details({
  whole,
  wanted,
  onStatus,
}: {
  whole: WholeOrder;
  wanted: WantedAction;
  onStatus: (status: OrderStatus) => void;
}) {
  const { order } = whole;
  const sheet = useRef<HTMLDivElement>(null);
  const refundable = refundableCents(whole);
  const shippable = isShippable(order);
  const [correcting, setCorrecting] = useState(false);
  // Asked for in the list.
  useEffect(() => {
    if (wanted && sheet.current) goTo(sheet.current, wanted);
  }, [wanted]);
  return (
    <div ref={sheet} className="space-y-6 text-sm">
      <div className="flex flex-wrap items-start gap-3">
        <Badge tone={paymentTones[order.payment_status] ?? 'neutral'}>
          {statusLabel(order.payment_status)}
        </Badge>
        <span className="text-ink-soft">
          <Moment at={order.created_at} />
        </span>
        <StatusSelect order={order} onChange={onStatus} className="sm:ml-auto" />
        <Button onClick={() => openSheet(order.id, 'print')}>
          <Printer aria-hidden="true" className="size-4" />
          Print Order
        </Button>
      </div>
      {shippable || refundable > 0 ? (
        <p className="flex flex-wrap items-center gap-x-4 text-ink-soft">
          To notify the customer by email:
          {shippable ? (
            <button
              type="button"
              onClick={() => sheet.current && goTo(sheet.current, 'ship')}
              className={jump}
            >
              Ship with tracking
            </button>
          ) : null}
          {refundable > 0 ? (
            <button
              type="button"
              onClick={() => sheet.current && goTo(sheet.current, 'refund')}
              className={jump}
            >
              Go to refund
            </button>
          ) : null}
        </p>
      ) : null}
      {order.payment_status === 'review' ? <AcceptPayment whole={whole} /> : null}
      {correcting ? (
        <CorrectDetails whole={whole} onDone={() => setCorrecting(false)} />
      ) : (
        <div>
          <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
            <Fact term="Name">{knownName(order.name)}</Fact>
            <Fact term="Email">
              {knownEmail(order.email) ? (
                <a href={`mailto:${order.email}`} className="text-link">
                  {order.email}
                </a>
              ) : null}
            </Fact>
            <Fact term="Phone">{order.phone}</Fact>
            <Fact term="Shipping address">{knownAddress(order.address)}</Fact>
          </dl>
          {isCorrectable(whole) ? (
            <button type="button" onClick={() => setCorrecting(true)} className={jump}>
              Correct these details
            </button>
          ) : null}
        </div>
      )}
      <OrderLines order={order} sent={whole.order_line_batches} />
      <PaymentIds order={order} />
      <div className="flex flex-wrap gap-3 border-t border-line pt-5">
        <Button variant="secondary" onClick={() => openSheet(order.id, 'packing-slip')}>
          Packing slip
        </Button>
        <ResendEmail whole={whole} />
      </div>
      {shippable ? <ShipForm whole={whole} /> : null}
      {refundable > 0 ? <RefundForm whole={whole} refundable={refundable} /> : null}
      <div className="border-t border-line pt-5">
        <Notes about={{ order_id: order.id }} />
      </div>
      <OrderTimeline whole={whole} />
      <p className="text-xs break-all text-ink-soft">
        Order ID {order.id}, total {formatMoney(toCents(order.total_amount))} {order.currency}
      </p>
    </div>
  );
}

function goTo(sheet: HTMLElement, action: NonNullable<WantedAction>): void {
  const section = action === 'ship' ? '"Shipping"] input' : '"Refund"] input[name="amount"]';
  const field = sheet.querySelector<HTMLInputElement>(`[aria-label=${section}`);
  field?.scrollIntoView({ block: 'center' });
  field?.focus();
}

function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-soft">{term}</dt>
      <dd className="font-semibold break-words whitespace-pre-line">
        {children || <span className="font-normal">Not provided yet</span>}
      </dd>
    </div>
  );
}
