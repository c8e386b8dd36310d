import { useQuery } from '@tanstack/react-query';
import { Badge } from '#app/components/ui/badge.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Link } from '#app/components/ui/link.tsx';
import { formatMoney, toCents } from '#domain/money.ts';
import { orderNumber } from '#domain/order.ts';
import { LoadFailure } from '../data/load-failure.tsx';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { ScreenHeading } from '../shell/screen-heading.tsx';
import { ScreenLoading } from '../shell/screen-loading.tsx';
import { Moment } from '../table/moment.tsx';
import { LinkActions } from './link-actions.tsx';
import {
  describeItems,
  type LinkRow,
  linkColumns,
  linkState,
  linkTones,
  linkWords,
} from './payment-links.ts';

/** More than anyone looks through; older links expired long ago. */
const most = 100;
const linksKey = ['payment-links'] as const;

/** /admin/orders/links: the payment links sent to customers, newest first. */
export function PaymentLinkList() {
  const calls = useAdminCalls();
  const { data, isError, refetch } = useQuery({
    queryKey: linksKey,
    queryFn: () =>
      calls.run((tables) =>
        tables
          .from('payment_links')
          .select(linkColumns)
          .order('created_at', { ascending: false })
          .limit(most),
      ),
  });
  return (
    <>
      <ScreenHeading title="Payment links" back={{ to: '/admin/orders', label: 'Back to orders' }}>
        <ButtonLink to="/admin/orders/new">New order</ButtonLink>
      </ScreenHeading>
      {data ? (
        data.length > 0 ? (
          <ul
            aria-label="Payment links"
            className="divide-y divide-line rounded-md border border-line bg-paper"
          >
            {data.map((link) => (
              <PaymentLink key={link.id} link={link} />
            ))}
          </ul>
        ) : (
          <p className="rounded-md border border-line bg-paper px-4 py-14 text-center text-ink-soft">
            No payment links yet. Create one with “New order”.
          </p>
        )
      ) : isError ? (
        <LoadFailure text="The payment links could not be loaded." onRetry={refetch} />
      ) : (
        <ScreenLoading />
      )}
    </>
  );
}

function PaymentLink({ link }: { link: LinkRow }) {
  const state = linkState(link);
  const { name = '' } = (link.customer ?? {}) as { name?: string };
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 p-4 text-sm">
      <div className="min-w-0 flex-1 basis-64 space-y-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold tabular-nums">
            {formatMoney(toCents(link.total_amount))}
          </span>
          <Badge tone={linkTones[state]}>{linkWords[state]}</Badge>
          {name ? <span className="min-w-0 wrap-anywhere">{name}</span> : null}
        </p>
        <p className="wrap-anywhere">{describeItems(link)}</p>
        <p className="text-xs text-ink-soft">
          Made <Moment at={link.created_at} />
          {state === 'open' ? (
            <>
              , valid until <Moment at={link.expires_at} />
            </>
          ) : null}
        </p>
        {link.adds_to ? <OrderLink before="Added to" id={link.adds_to} /> : null}
        {link.order_id ? <OrderLink before="Paid by" id={link.order_id} /> : null}
      </div>
      {state === 'open' ? <LinkActions link={link} /> : null}
    </li>
  );
}

function OrderLink({ before, id }: { before: string; id: string }) {
  return (
    <p>
      {before}{' '}
      <Link
        to={`/admin/orders?order=${id}`}
        className="inline-flex min-h-11 items-center font-semibold text-link"
      >
        order #{orderNumber(id)}
      </Link>
    </p>
  );
}
