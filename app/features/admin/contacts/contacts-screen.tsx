import { Mail, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { lazyOverlay } from '#app/components/ui/lazy-part.tsx';
import { useShop } from '#app/lib/use-shop.ts';
import type { ListFilters, RowOf } from '../data/use-admin-calls.ts';
import { idsOf, useRowActions } from '../data/use-row-actions.ts';
import type { TableColumn } from '../table/data-table.tsx';
import { iconButton } from '../table/icon-button.ts';
import { ListScreen } from '../table/list-screen.tsx';
import { BriefMoment } from '../table/moment.tsx';
import { useList } from '../table/use-list.ts';
import { replyAddress } from './reply-address.ts';

type Contact = RowOf<'contacts'>;

const MessageDialog = lazyOverlay(() => import('./message-dialog.tsx'));

const noFilters: ListFilters = {};

/** Requirements §2.17, Contact Messages. */
export default function ContactsScreen() {
  const { site } = useShop();
  const list = useList('contacts', {
    failureTitle: 'Error fetching contacts',
    menus: [
      {
        name: 'answered',
        label: 'Status',
        options: [
          { value: 'no', label: 'Open' },
          { value: 'yes', label: 'Answered' },
        ],
        choose: (_before, next) => next.slice(-1),
      },
    ],
    toFilters: ({ answered }) =>
      answered ? { answered_at: answered[0] === 'yes' ? { from: '-infinity' } : null } : noFilters,
  });
  const { change, remove } = useRowActions('contacts');
  const [read, setRead] = useState<Contact | null>(null);

  const markAnswered = (contacts: readonly Contact[], isAnswered: boolean) =>
    change(
      (calls) =>
        calls.run((tables) =>
          tables
            .from('contacts')
            .update({ answered_at: isAnswered ? new Date().toISOString() : null })
            .in('id', idsOf(contacts)),
        ),
      {
        done: isAnswered ? 'Marked as answered' : 'Marked as open',
        failed: 'Error updating contact',
      },
    );

  const removeContacts = (contacts: readonly Contact[]) =>
    remove({
      title:
        contacts.length > 1
          ? `Delete ${contacts.length} messages?`
          : `Delete the message from ${contacts[0]?.name}?`,
      text: 'The message and the sender’s contact details will be permanently deleted.',
      done: 'Contact deleted',
      failed: 'Error deleting contact',
      from: 'contacts',
      rows: contacts,
    });

  const columns: TableColumn<Contact>[] = [
    {
      id: 'name',
      heading: 'Name',
      sort: 'name',
      card: 'title',
      cell: (contact) => (
        <button
          type="button"
          onClick={() => setRead(contact)}
          className="min-h-11 text-left font-semibold hover:underline md:min-w-32"
        >
          {contact.name}
        </button>
      ),
    },
    {
      id: 'reach',
      heading: 'Reach',
      className: 'md:w-[22%]',
      cell: ({ email, phone }) => (
        <span className="block min-w-0 wrap-anywhere md:min-w-40">
          {email}
          <span className="block text-ink-soft">{phone}</span>
        </span>
      ),
    },
    {
      id: 'message',
      heading: 'Message',
      className: 'md:w-[34%]',
      cell: ({ message }) => <span className="line-clamp-2 whitespace-pre-line">{message}</span>,
    },
    {
      id: 'date',
      heading: 'Date',
      sort: 'created_at',
      className: 'md:whitespace-nowrap',
      cell: ({ created_at }) => <BriefMoment at={created_at} />,
    },
    {
      id: 'status',
      heading: 'Status',
      sort: 'answered_at',
      cell: ({ answered_at }) => (
        <Badge tone={answered_at ? 'positive' : 'waiting'}>
          {answered_at ? 'Answered' : 'Open'}
        </Badge>
      ),
    },
  ];

  return (
    <>
      <ListScreen
        list={list}
        title="Contact Messages"
        failed="The messages could not be loaded."
        empty="No contact messages found."
        searchLabel="Search by name, email or message"
        columns={columns}
        rowActions={(contact, onDelete) => (
          <>
            <a
              href={replyAddress(contact, site.brand)}
              aria-label={`Reply to ${contact.name} by email`}
              className={iconButton}
            >
              <Mail aria-hidden="true" className="size-4.5" />
            </a>
            <button
              type="button"
              aria-label={`Delete the message from ${contact.name}`}
              onClick={onDelete}
              className={iconButton}
            >
              <Trash2 aria-hidden="true" className="size-4.5" />
            </button>
          </>
        )}
        onDelete={removeContacts}
        nameOf={({ name }) => name}
        bulk={(contacts) => (
          <Button variant="secondary" onClick={() => void markAnswered(contacts, true)}>
            Mark as answered
          </Button>
        )}
      />
      {read ? (
        <Suspense>
          <MessageDialog
            contact={read}
            onClose={() => setRead(null)}
            onAnswered={(isAnswered) =>
              void markAnswered([read], isAnswered).then((done) => done && setRead(null))
            }
          />
        </Suspense>
      ) : null}
    </>
  );
}
