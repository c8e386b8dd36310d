import { RotateCw, X } from 'lucide-react';
import { Button } from '#app/components/ui/button.tsx';
import { Link } from '#app/components/ui/link.tsx';
import { orderNumber } from '#domain/order.ts';
import type { RowOf } from '../data/use-admin-calls.ts';
import type { TableColumn } from '../table/data-table.tsx';
import { iconButton } from '../table/icon-button.ts';
import { ListScreen } from '../table/list-screen.tsx';
import { Moment } from '../table/moment.tsx';
import { useList } from '../table/use-list.ts';
import { useFailedMails } from './use-failed-mails.ts';

type FailedMail = RowOf<'failed_mails'>;

/** Emails with a link that grants access are of no use hours later. */
const hasExpired = ({ kind }: FailedMail) => kind === 'auth' || kind === 'link';

/** Emails that were given up: which, to whom, why and when, with a way to send them again. */
export default function FailedMailsScreen() {
  const list = useList('failed_mails', {
    sort: 'failed_at',
    failureTitle: 'Failed to fetch emails',
  });
  const { sending, send, dismiss } = useFailedMails();

  const columns: TableColumn<FailedMail>[] = [
    {
      id: 'mail',
      heading: 'Email',
      sort: 'subject',
      card: 'title',
      cell: ({ subject, order_id }) => (
        <span className="block min-w-0 py-2">
          <span className="block font-semibold break-words">{subject}</span>
          {order_id ? (
            <Link to={`/admin/orders?order=${order_id}`} className="text-link text-xs">
              Order #{orderNumber(order_id)}
            </Link>
          ) : null}
        </span>
      ),
    },
    {
      id: 'recipient',
      heading: 'To',
      sort: 'recipient',
      cell: ({ recipient }) => <span className="min-w-0 wrap-anywhere">{recipient}</span>,
    },
    {
      id: 'error',
      heading: 'Last error',
      className: 'md:w-[18%]',
      cell: (mail) => (
        <span className="block min-w-0">
          <span className="line-clamp-3 break-words">{mail.last_error}</span>
          {hasExpired(mail) ? (
            <span className="block text-xs text-ink-soft">
              Its link has expired. The recipient can request a new one.
            </span>
          ) : null}
        </span>
      ),
    },
    {
      id: 'date',
      heading: 'Stopped trying',
      sort: 'failed_at',
      className: 'md:whitespace-nowrap',
      cell: ({ failed_at }) => <Moment at={failed_at} />,
    },
  ];

  return (
    <ListScreen
      list={list}
      title="Failed Emails"
      back={{ to: '/admin/dashboard', label: 'Back to the dashboard' }}
      failed="The emails could not be loaded."
      empty="No failed emails."
      searchLabel="Search by recipient, subject or error"
      columns={columns}
      rowActions={(mail) => (
        <span className="ml-auto flex justify-end">
          {hasExpired(mail) ? null : (
            <button
              type="button"
              aria-label={`Send again: ${mail.subject}`}
              title="Send again"
              aria-disabled={sending}
              onClick={() => sending || send([mail])}
              className={iconButton}
            >
              <RotateCw aria-hidden="true" className="size-4.5" />
            </button>
          )}
          <button
            type="button"
            aria-label={`Dismiss: ${mail.subject}`}
            title="Dismiss"
            onClick={() => void dismiss([mail])}
            className={iconButton}
          >
            <X aria-hidden="true" className="size-4.5" />
          </button>
        </span>
      )}
      nameOf={({ subject }) => subject}
      bulk={(mails, clear) => (
        <>
          <Button
            variant="secondary"
            aria-disabled={sending}
            onClick={() => {
              if (!sending) void send(mails.filter((mail) => !hasExpired(mail))).then(clear);
            }}
          >
            {sending ? 'Sending...' : 'Send again'}
          </Button>
          <Button variant="secondary" onClick={() => void dismiss(mails).then(clear)}>
            Dismiss
          </Button>
        </>
      )}
    />
  );
}
