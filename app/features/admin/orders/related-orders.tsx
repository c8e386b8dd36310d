import { Link } from '#app/components/ui/link.tsx';
import { orderNumber } from '#domain/order.ts';
import { arrivedPayments } from '#domain/payment-status.ts';
import type { WholeOrder } from './read-order.ts';

const link = 'inline-flex min-h-11 items-center font-semibold text-link';

/** How the owner placed an order, and what belongs to it. */
export function RelatedOrders({ whole }: { whole: WholeOrder }) {
  const { order, manual, replacements } = whole;
  return (
    <div className="text-sm empty:hidden">
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
      {isReplaceable(order) ? (
        <p>
          <Link to={`/admin/orders/new?replaces=${order.id}`} className={link}>
            Replace at no charge
          </Link>
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

/** Once somebody has paid for it, whatever became of the parcel. */
function isReplaceable({ payment_status }: WholeOrder['order']): boolean {
  return (
    payment_status === 'refunded' || (arrivedPayments as readonly string[]).includes(payment_status)
  );
}
