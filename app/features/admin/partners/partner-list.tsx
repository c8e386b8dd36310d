import type { RowOf } from '../data/use-admin-calls.ts';
import { ActiveList } from '../table/active-list.tsx';
import type { TableColumn } from '../table/data-table.tsx';
import { RowLink } from '../table/row-link.tsx';
import { Thumbnail } from '../table/thumbnail.tsx';

const columns: readonly TableColumn<RowOf<'partners'>>[] = [
  {
    id: 'logo',
    heading: 'Logo',
    headingHidden: true,
    card: 'picture',
    className: 'md:w-16',
    cell: ({ logo_url }) => <Thumbnail src={logo_url} />,
  },
  {
    id: 'name',
    heading: 'Name',
    sort: 'name',
    card: 'title',
    cell: ({ id, name }) => <RowLink to={`/admin/partners/${id}`}>{name}</RowLink>,
  },
  {
    id: 'website',
    heading: 'Website',
    cell: ({ website_url }) => <span className="break-all">{website_url ?? '–'}</span>,
  },
];

export function PartnerList() {
  return (
    <ActiveList
      list="partners"
      title="Partners"
      noun="partner"
      columns={columns}
      searchLabel="Search by name or description"
      describe={({ name }) => name}
      deletion="They disappear from the home page immediately."
    />
  );
}
