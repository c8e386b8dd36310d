import { Badge } from '#app/components/ui/badge.tsx';
import { Link } from '#app/components/ui/link.tsx';
import { formatMoney, toCents } from '#domain/money.ts';
import { orderNumber } from '#domain/order.ts';
import { arrivedPayments } from '#domain/payment-status.ts';
import { Moment } from '../table/moment.tsx';
import { isCorrectable } from './correct-details.tsx';
import { LinkActions } from './link-actions.tsx';
import { isShippable } from './order-text.ts';
import { describeItems, type LinkRow, linkState, linkTones, linkWords } from './payment-links.ts';
import type { WholeOrder } from './read-order.ts';

const link = 'inline-flex min-h-11 items-center font-semibold text-link';

/** How the owner placed an order, and the orders related to it. */
export function RelatedOrders({ whole }: { whole: WholeOrder }) {
  const { order, manual, replacements, links } = whole;
  const paidBy = links.find(({ order_id }) => order_id === order.id);
  return (
    <div className="space-y-1 text-sm empty:hidden">
      {paidBy ? (
        <p>
          {paidBy.adds_to ? (
            <>
              Items added to <OrderLink id={paidBy.adds_to} />, paid by a link.
            </>
          ) : (
            'Placed by the team, paid by a link.'
          )}
        </p>
      ) : null}
      {links
        .filter(({ adds_to }) => adds_to === order.id)
        .map((link) => (
          <AddedItems key={link.id} link={link} />
        ))}
      {manual?.kind === 'outside' ? (
        <p className="text-ink-soft">Placed by the team, paid outside the shop.</p>
      ) : null}
      {manual?.kind === 'replacement' ? (
        <p className="wrap-anywhere">
          Replacement at no charge{' '}
          {manual.replaces ? (
            <>
              for <OrderLink id={manual.replaces} />
            </>
          ) : null}
          : {manual.reason}
        </p>
      ) : null}
      {replacements.map(({ order_id, reason }) => (
        <p key={order_id} className="wrap-anywhere">
          Replaced at no charge by <OrderLink id={order_id} />: {reason}
        </p>
      ))}
    </div>
  );
}

/** Links to send more: added items, or a replacement. */
export function MoreItems({ whole }: { whole: WholeOrder }) {
  const { order } = whole;
  return (
    <p className="flex flex-wrap gap-x-6 text-sm empty:hidden">
      {isCorrectable(whole) && isShippable(order) ? (
        <Link to={`/admin/orders/new?adds=${order.id}`} className={link}>
          Add items, paid by a link
        </Link>
      ) : null}
      {isReplaceable(order) ? (
        <Link to={`/admin/orders/new?replaces=${order.id}`} className={link}>
          Replace at no charge
        </Link>
      ) : null}
    </p>
  );
}

/** Items added to the order, with their payment link and whether it has been paid. */
function AddedItems({ link: added }: { link: LinkRow }) {
  const state = linkState(added);
  return (
    <div className="space-y-2 rounded-md border border-line p-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">Added items</span>
        <span className="tabular-nums">{formatMoney(toCents(added.total_amount))}</span>
        <Badge tone={linkTones[state]}>{linkWords[state]}</Badge>
      </p>
      <p className="wrap-anywhere">{describeItems(added)}</p>
      {state === 'open' ? (
        <>
          <p className="text-ink-soft">
            The link is valid until <Moment at={added.expires_at} />.
          </p>
          <LinkActions link={added} />
        </>
      ) : null}
      {added.order_id ? (
        <p>
          Paid by <OrderLink id={added.order_id} />, to be packed with this one.
        </p>
      ) : null}
    </div>
  );
}

function OrderLink({ id }: { id: string }) {
  return (
    <Link to={`/admin/orders?order=${id}`} className={link}>
      #{orderNumber(id)}
    </Link>
  );
}

/** Once somebody has paid for it, no matter what happened to the parcel. */
function isReplaceable({ payment_status }: WholeOrder['order']): boolean {
  return (
    payment_status === 'refunded' || (arrivedPayments as readonly string[]).includes(payment_status)
  );
}
