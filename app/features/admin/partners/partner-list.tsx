import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import type { RowOf } from '../data/use-admin-calls.ts';
import { useRowActions } from '../data/use-row-actions.ts';
import { ScreenHeading } from '../shell/screen-heading.tsx';
import { ActiveBadge, activeOptions } from '../table/active-badge.tsx';
import { DataTable, type TableColumn } from '../table/data-table.tsx';
import { EditAndDelete } from '../table/edit-and-delete.tsx';
import { FilterMenu } from '../table/filter-menu.tsx';
import { RowLink } from '../table/row-link.tsx';
import { Thumbnail } from '../table/thumbnail.tsx';
import { useList } from '../table/use-list.ts';
import { useListState } from '../table/use-list-state.ts';

type Partner = RowOf<'partners'>;

export function PartnerList() {
  const control = useListState({ pageSize: 20, filters: ['active'] });
  const list = useList('partners', control, { failureTitle: 'Failed to fetch partners' });
  const { change, remove } = useRowActions('partners');

  const setActive = (partners: readonly Partner[], active: boolean) =>
    change(
      (calls) =>
        calls.run((tables) => tables.from('partners').update({ active }).in('id', idsOf(partners))),
      'Partner updated successfully',
      'Failed to save partner',
    );
  const removePartners = (partners: readonly Partner[]) =>
    remove({
      title:
        partners.length > 1
          ? `Delete ${partners.length} partners?`
          : `Delete "${partners[0]?.name}"?`,
      text: 'The home page stops naming them at once.',
      done: 'Partner deleted successfully',
      failed: 'Failed to delete partner',
      remove: (calls) =>
        calls.run((tables) => tables.from('partners').delete().in('id', idsOf(partners))),
    });

  const columns: TableColumn<Partner>[] = [
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
    {
      id: 'status',
      heading: 'Status',
      sort: 'active',
      cell: ({ active }) => <ActiveBadge active={active} />,
    },
    {
      id: 'actions',
      heading: 'Actions',
      headingHidden: true,
      align: 'right',
      className: 'whitespace-nowrap',
      cell: (partner) => (
        <EditAndDelete
          name={partner.name}
          to={`/admin/partners/${partner.id}`}
          onDelete={() => void removePartners([partner])}
        />
      ),
    },
  ];

  return (
    <>
      <ScreenHeading title="Partners">
        <ButtonLink to="/admin/partners/new">Add partner</ButtonLink>
      </ScreenHeading>
      <DataTable
        label="Partners"
        columns={columns}
        page={list.page}
        loading={list.loading}
        error={list.failure && 'The partners could not be loaded.'}
        onRetry={list.refetch}
        empty="No partners found."
        control={control}
        searchLabel="Search by name or description"
        filters={
          <FilterMenu
            label="Status"
            options={activeOptions}
            chosen={control.state.chosen.active ?? []}
            onChange={(active) => control.change({ chosen: { active } })}
          />
        }
        nameOf={({ name }) => name}
        bulk={(partners, clear) => (
          <>
            <Button variant="secondary" onClick={() => void setActive(partners, true)}>
              Activate
            </Button>
            <Button variant="secondary" onClick={() => void setActive(partners, false)}>
              Deactivate
            </Button>
            <Button
              variant="secondary"
              onClick={() => void removePartners(partners).then((done) => done && clear())}
            >
              Delete
            </Button>
          </>
        )}
      />
    </>
  );
}

function idsOf(partners: readonly Partner[]): string[] {
  return partners.map(({ id }) => id);
}
