import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, ClipboardList, Printer, Truck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { formatMoney, toCents } from '#domain/money.ts';
import { type OrderStatus, orderNumber } from '#domain/order.ts';
import { LoadFailure } from '../data/load-failure.tsx';
import { type RowOf, useAdminCalls } from '../data/use-admin-calls.ts';
import { isAsking, isTyping } from '../dialogs/is-asking.ts';
import { WideDialog } from '../dialogs/wide-dialog.tsx';
import { Notes } from '../notes/notes.tsx';
import { ScreenLoading } from '../shell/screen-loading.tsx';
import { iconButton } from '../table/icon-button.ts';
import { Moment } from '../table/moment.tsx';
import { AcceptPayment } from './accept-payment.tsx';
import { CopyButton } from './copy-button.tsx';
import { describeLostDisputes } from './lost-disputes.ts';
import { openSheet } from './open-sheet.ts';
import { OrderLines } from './order-lines.tsx';
import { OrderRecipient } from './order-recipient.tsx';
import { isShippable, paymentTones, statusLabel } from './order-text.ts';
import { OrderTimeline } from './order-timeline.tsx';
import { PaymentIds } from './payment-ids.tsx';
import { hasMoneyLeft } from './payments-left.ts';
import { readOrder, type WholeOrder } from './read-order.ts';
import { RefundForm } from './refund-form.tsx';
import { MoreItems, RelatedOrders } from './related-orders.tsx';
import { ResendEmail } from './resend-email.tsx';
import { ShipForm } from './ship-form.tsx';
import { StatusSelect } from './status-select.tsx';
import { orderKey } from './use-order-actions.tsx';

/** The action the owner opened the dialog for. */
export type WantedAction = 'ship' | 'refund' | null;

interface OrderDialogProps {
  id: string;
  wanted: WantedAction;
  /** Ids in the list behind the dialog, in order. */
  listed: readonly string[];
  onMove: (id: string) => void;
  onClose: () => void;
  onStatus: (orders: RowOf<'orders'>[], status: OrderStatus) => Promise<void>;
}

/** Everything about one order, with all its actions. */
export function OrderDialog({ id, wanted, listed, onMove, onClose, onStatus }: OrderDialogProps) {
  const calls = useAdminCalls();
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: orderKey(id),
    queryFn: () => readOrder(calls, id),
  });
  const sheet = useRef<HTMLDivElement>(null);
  return (
    <WideDialog
      onClose={onClose}
      title={`Order #${orderNumber(id)}`}
      controls={<Neighbors id={id} listed={listed} onMove={onMove} />}
      actions={
        data ? (
          <Actions
            whole={data}
            onStatus={(status) => void onStatus([data.order], status)}
            onGoTo={(action) => sheet.current && goTo(sheet.current, action)}
          />
        ) : null
      }
    >
      {data ? (
        <Details key={id} whole={data} wanted={wanted} sheet={sheet} />
      ) : isPending ? (
        <ScreenLoading />
      ) : isError ? (
        <LoadFailure text="The order could not be loaded." onRetry={refetch} />
      ) : (
        <div className="space-y-4">
          <p>This order does not exist.</p>
          <Button onClick={onClose}>See all orders</Button>
        </div>
      )}
    </WideDialog>
  );
}

/** Links to the previous and next order in the list: K and J. */
function Neighbors({ id, listed, onMove }: Pick<OrderDialogProps, 'id' | 'listed' | 'onMove'>) {
  const place = listed.indexOf(id);
  const before = place > 0 ? listed[place - 1] : undefined;
  const after = place < 0 ? undefined : listed[place + 1];
  useEffect(() => {
    const move = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event) || isAsking()) return;
      const to = event.key === 'k' ? before : event.key === 'j' ? after : undefined;
      if (to) onMove(to);
    };
    document.addEventListener('keydown', move);
    return () => document.removeEventListener('keydown', move);
  }, [before, after, onMove]);
  if (place < 0) return null;
  const ways = [
    { label: 'Previous order', key: 'K', to: before, Icon: ChevronUp },
    { label: 'Next order', key: 'J', to: after, Icon: ChevronDown },
  ];
  return ways.map(({ label, key, to, Icon }) => (
    <button
      key={key}
      type="button"
      aria-label={label}
      aria-keyshortcuts={key}
      title={`${label} (${key})`}
      // Not `disabled`, so that it keeps focus at the end of the list.
      aria-disabled={!to}
      onClick={() => to && onMove(to)}
      className={`${iconButton} aria-disabled:text-line-strong`}
    >
      <Icon aria-hidden="true" className="size-5" />
    </button>
  ));
}

interface ActionsProps {
  whole: WholeOrder;
  onStatus: (status: OrderStatus) => void;
  onGoTo: (action: NonNullable<WantedAction>) => void;
}

function Actions({ whole, onStatus, onGoTo }: ActionsProps) {
  const { order } = whole;
  return (
    <>
      <StatusSelect noted order={order} onChange={onStatus} />
      <span className="flex flex-wrap gap-1.5 sm:ml-auto sm:gap-2">
        {isShippable(order) ? (
          <Button
            onClick={() => onGoTo('ship')}
            aria-label="Ship with tracking"
            className="min-w-11 max-sm:px-3"
          >
            <Truck aria-hidden="true" className="size-4" />
            Ship
          </Button>
        ) : null}
        {hasMoneyLeft(whole) ? (
          <Button
            variant="secondary"
            onClick={() => onGoTo('refund')}
            aria-label="Go to refund"
            className="min-w-11 max-sm:px-3"
          >
            Refund
          </Button>
        ) : null}
        <Button
          variant="secondary"
          onClick={() => openSheet(order.id, 'print')}
          className="min-w-11 max-sm:px-3"
        >
          <Printer aria-hidden="true" className="size-4" />
          <span className="max-sm:sr-only">Print Order</span>
        </Button>
        <Button
          variant="secondary"
          onClick={() => openSheet(order.id, 'packing-slip')}
          className="min-w-11 max-sm:px-3"
        >
          <ClipboardList aria-hidden="true" className="size-4" />
          <span className="max-sm:sr-only">Packing slip</span>
        </Button>
        <ResendEmail whole={whole} />
      </span>
    </>
  );
}

interface DetailsProps {
  whole: WholeOrder;
  wanted: WantedAction;
  sheet: React.RefObject<HTMLDivElement | null>;
}

function Details({ whole, wanted, sheet }: DetailsProps) {
  const { order } = whole;
  // Scrolls to the action chosen in the list.
  useEffect(() => {
    if (wanted && sheet.current) goTo(sheet.current, wanted);
  }, [wanted, sheet]);
  return (
    <div
      ref={sheet}
      className="grid gap-x-8 gap-y-6 text-sm lg:grid-cols-[minmax(0,1fr)_18rem] lg:grid-rows-[auto_1fr]"
    >
      <div className="min-w-0 space-y-5">
        <p className="flex flex-wrap items-center gap-3">
          <Badge tone={paymentTones[order.payment_status] ?? 'neutral'}>
            {statusLabel(order.payment_status)}
          </Badge>
          <span className="text-ink-soft">
            <Moment at={order.created_at} />
          </span>
        </p>
        {describeLostDisputes(whole.disputes).map((text) => (
          <p key={text} className="font-medium text-saffron-ink">
            {text}. The shop refunds no more of it.
          </p>
        ))}
        {order.payment_status === 'review' ? <AcceptPayment whole={whole} /> : null}
        <RelatedOrders whole={whole} />
        <OrderLines order={order} sent={whole.order_line_batches} />
        <MoreItems whole={whole} />
      </div>
      <section
        aria-label="Customer"
        className="min-w-0 space-y-4 border-line max-lg:border-t max-lg:pt-4 lg:row-span-2 lg:border-l lg:pl-6"
      >
        <OrderRecipient whole={whole} />
        <div className="border-t border-line pt-4">
          <PaymentIds whole={whole} />
          <div className="flex items-center gap-1 text-xs wrap-anywhere text-ink-soft">
            <p>
              Order ID {order.id}, total {formatMoney(toCents(order.total_amount))} {order.currency}
            </p>
            <CopyButton what="order ID" text={order.id} />
          </div>
        </div>
        <div className="border-t border-line pt-4">
          <Notes about={{ order_id: order.id }} />
        </div>
      </section>
      <div className="min-w-0 space-y-6">
        {isShippable(order) ? <ShipForm whole={whole} /> : null}
        {hasMoneyLeft(whole) ? <RefundForm whole={whole} /> : null}
        <OrderTimeline whole={whole} />
      </div>
    </div>
  );
}

function goTo(sheet: HTMLElement, action: NonNullable<WantedAction>): void {
  const section = action === 'ship' ? '"Shipping"] input' : '"Refund"] input[name="amount"]';
  const field = sheet.querySelector<HTMLInputElement>(`[aria-label=${section}`);
  field?.scrollIntoView({ block: 'center' });
  field?.focus();
}
