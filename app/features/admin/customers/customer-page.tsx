import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Link } from '#app/components/ui/link.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { saveFile } from '#app/lib/save-file.ts';
import { formatMoney, toCents } from '#domain/money.ts';
import { isPlaceholderName, orderNumber } from '#domain/order.ts';
import { isUuid } from '#domain/uuid.ts';
import { messageOf } from '../data/admin-failure.ts';
import { Fact } from '../data/fact.tsx';
import { formatSum } from '../data/format-sum.ts';
import { type RowOf, useAdminCalls } from '../data/use-admin-calls.ts';
import { useConfirm } from '../dialogs/confirm.tsx';
import { Notes } from '../notes/notes.tsx';
import { paymentTones, statusLabel } from '../orders/order-text.ts';
import { MissingRow } from '../shell/missing-row.tsx';
import { ScreenHeading } from '../shell/screen-heading.tsx';
import { ScreenLoading } from '../shell/screen-loading.tsx';
import { Moment } from '../table/moment.tsx';
import { listKey } from '../table/use-list.ts';

/** As returned by `admin_customer`. */
interface WholeCustomer {
  customer: RowOf<'customers'>;
  account: { created_at: string; confirmed_at: string; last_sign_in_at: string | null } | null;
  /** The newest fifty, as with messages. */
  orders: Pick<
    RowOf<'orders'>,
    'id' | 'created_at' | 'total_amount' | 'status' | 'payment_status' | 'discount_code'
  >[];
  messages: Pick<RowOf<'contacts'>, 'id' | 'created_at' | 'message' | 'answered_at'>[];
}

const back = { to: '/admin/customers', label: 'Back to customers' };

/** One customer: orders, messages, notes and consents, with export and erasure. */
export function CustomerPage() {
  const { id = '' } = useParams();
  const calls = useAdminCalls();
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ['customer', id],
    queryFn: async () =>
      isUuid(id)
        ? ((await calls.run((tables) =>
            tables.rpc('admin_customer', { customer: id }),
          )) as unknown as WholeCustomer | null)
        : null,
  });
  if (data) return <Customer whole={data} />;
  if (isPending) return <ScreenLoading />;
  return <MissingRow noun="customer" back={back} onRetry={isError ? refetch : undefined} />;
}

function Customer({ whole: { customer, account, orders, messages } }: { whole: WholeCustomer }) {
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const ask = useConfirm();
  const [busy, setBusy] = useState<'export' | 'erase' | null>(null);
  const { id, name, email } = customer;
  const shown = isPlaceholderName(name) ? email : name;

  async function attempt(what: 'export' | 'erase', title: string, work: () => Promise<void>) {
    if (busy) return;
    setBusy(what);
    try {
      await work();
    } catch (error) {
      showToast({ title, description: messageOf(error), variant: 'destructive' });
    } finally {
      setBusy(null);
    }
  }

  const save = () =>
    attempt('export', 'Export failed', async () => {
      const data = await calls.invoke('export-customer', { customerId: id });
      saveFile('customer.json', JSON.stringify(data, null, 2), 'application/json');
    });

  const erase = () =>
    attempt('erase', 'Not erased', async () => {
      const agreed = await ask({
        title: `Erase ${shown}?`,
        text: `${account ? 'The account, messages' : 'Messages'}, notes and the texts of emails are deleted. Orders stay for the books, without saying whose they were. This cannot be undone.`,
        confirm: 'Erase customer',
        danger: true,
      });
      if (!agreed) return;
      await calls.invoke('erase-customer', { customerId: id });
      showToast({ title: 'Customer erased' });
      await navigate('/admin/customers', { replace: true });
      await queries.invalidateQueries({ queryKey: listKey('customers') });
      await queries.invalidateQueries({ queryKey: listKey('orders') });
    });

  return (
    <>
      <ScreenHeading title={shown} back={back}>
        <Button variant="secondary" aria-disabled={busy !== null} onClick={() => void save()}>
          {busy === 'export' ? 'Exporting...' : 'Export data'}
        </Button>
        <Button variant="secondary" aria-disabled={busy !== null} onClick={() => void erase()}>
          {busy === 'erase' ? 'Erasing...' : 'Erase…'}
        </Button>
      </ScreenHeading>
      <div className="space-y-6 text-sm">
        <dl className="grid gap-x-8 gap-y-4 rounded-md border border-line bg-paper p-4 sm:grid-cols-2 sm:p-6 lg:grid-cols-4">
          <Fact term="Email">
            <a href={`mailto:${email}`} className="text-link">
              {email}
            </a>
          </Fact>
          <Fact term="Orders">{customer.orders}</Fact>
          <Fact term="Spent after refunds">{formatSum(customer.spent_cents)}</Fact>
          <Fact term="Customer since">
            <Moment at={customer.created_at} />
          </Fact>
        </dl>
        <Panel title="Orders" empty="No orders." count={orders.length}>
          {orders.map((order) => (
            <li key={order.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1">
              <Link
                to={`/admin/orders?order=${order.id}`}
                className="inline-flex min-h-11 items-center font-semibold tabular-nums text-link"
              >
                #{orderNumber(order.id)}
              </Link>
              <span className="text-ink-soft">
                <Moment at={order.created_at} />
              </span>
              <Badge tone={paymentTones[order.payment_status] ?? 'neutral'}>
                {statusLabel(order.payment_status)}
              </Badge>
              <span>{statusLabel(order.status)}</span>
              <span className="ml-auto font-semibold tabular-nums">
                {formatMoney(toCents(order.total_amount))}
              </span>
            </li>
          ))}
        </Panel>
        {customer.orders > orders.length ? (
          <p>
            <Link
              to={`/admin/orders?q=${encodeURIComponent(email)}`}
              className="inline-flex min-h-11 items-center text-link"
            >
              All {customer.orders.toLocaleString('en-US')} orders
            </Link>
          </p>
        ) : null}
        <Panel title="Messages" empty="No messages." count={messages.length}>
          {messages.map((message) => (
            <li key={message.id} className="py-2">
              <p className="wrap-anywhere whitespace-pre-wrap">{message.message}</p>
              <p className="text-xs text-ink-soft">
                <Moment at={message.created_at} /> ·{' '}
                {message.answered_at ? 'Answered' : 'Not answered yet'}
              </p>
            </li>
          ))}
        </Panel>
        <section className="rounded-md border border-line bg-paper p-4 sm:px-6">
          <Notes about={{ email }} />
        </section>
        <section
          aria-label="Account and consents"
          className="rounded-md border border-line bg-paper p-4 sm:p-6"
        >
          <h2 className="font-sans text-base font-semibold">Account and consents</h2>
          {account ? (
            <p className="mt-2">
              Account since <Moment at={account.created_at} />; confirmed the address on{' '}
              <Moment at={account.confirmed_at} />
              {account.last_sign_in_at ? (
                <>
                  ; last signed in <Moment at={account.last_sign_in_at} />
                </>
              ) : null}
              .
            </p>
          ) : (
            <p className="mt-2">Buys as a guest: no account has confirmed this address.</p>
          )}
          <p className="mt-2 text-ink-soft">
            The shop asks for no consent to marketing: it emails about orders, messages and the
            account only.
          </p>
        </section>
      </div>
    </>
  );
}

function Panel(props: { title: string; empty: string; count: number; children: React.ReactNode }) {
  const { title, empty, count, children } = props;
  return (
    <section aria-label={title} className="rounded-md border border-line bg-paper p-4 sm:p-6">
      <h2 className="font-sans text-base font-semibold">{title}</h2>
      {count === 0 ? (
        <p className="mt-2 text-ink-soft">{empty}</p>
      ) : (
        <ul className="mt-2 divide-y divide-line">{children}</ul>
      )}
    </section>
  );
}
