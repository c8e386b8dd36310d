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

type Testimonial = RowOf<'testimonials'>;

const media: Record<string, string> = { image: 'Picture', video: 'Video' };

export function TestimonialList() {
  const control = useListState({ pageSize: 20, filters: ['active'] });
  const list = useList('testimonials', control, { failureTitle: 'Failed to fetch testimonials' });
  const { change, remove } = useRowActions('testimonials');

  const setActive = (testimonials: readonly Testimonial[], active: boolean) =>
    change(
      (calls) =>
        calls.run((tables) =>
          tables.from('testimonials').update({ active }).in('id', idsOf(testimonials)),
        ),
      'Testimonial updated successfully',
      'Failed to save testimonial',
    );
  const removeTestimonials = (testimonials: readonly Testimonial[]) =>
    remove({
      title:
        testimonials.length > 1
          ? `Delete ${testimonials.length} testimonials?`
          : `Delete the testimonial of ${testimonials[0]?.name}?`,
      text: 'The home page stops showing it at once.',
      done: 'Testimonial deleted successfully',
      failed: 'Failed to delete testimonial',
      remove: (calls) =>
        calls.run((tables) => tables.from('testimonials').delete().in('id', idsOf(testimonials))),
    });

  const columns: TableColumn<Testimonial>[] = [
    {
      id: 'portrait',
      heading: 'Portrait',
      headingHidden: true,
      card: 'picture',
      className: 'md:w-16',
      cell: ({ image_url }) => <Thumbnail src={image_url} />,
    },
    {
      id: 'name',
      heading: 'Name',
      sort: 'name',
      card: 'title',
      cell: ({ id, name, title }) => (
        <div>
          <RowLink to={`/admin/testimonials/${id}`}>{name}</RowLink>
          {title ? <span className="block text-xs text-ink-soft">{title}</span> : null}
        </div>
      ),
    },
    {
      id: 'content',
      heading: 'Content',
      className: 'md:w-[38%]',
      cell: ({ content }) => <span className="line-clamp-2">{content}</span>,
    },
    {
      id: 'rating',
      heading: 'Rating',
      sort: 'rating',
      cell: ({ rating }) => (
        <span className="whitespace-nowrap text-saffron-ink">
          <span aria-hidden="true">{'★'.repeat(rating)}</span>
          <span className="sr-only">{rating} out of 5 stars</span>
        </span>
      ),
    },
    {
      id: 'medium',
      heading: 'Medium',
      sort: 'media_type',
      cell: ({ media_type }) => media[media_type] ?? '–',
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
      cell: (testimonial) => (
        <EditAndDelete
          name={`the testimonial of ${testimonial.name}`}
          to={`/admin/testimonials/${testimonial.id}`}
          onDelete={() => void removeTestimonials([testimonial])}
        />
      ),
    },
  ];

  return (
    <>
      <ScreenHeading title="Testimonials">
        <ButtonLink to="/admin/testimonials/new">Add testimonial</ButtonLink>
      </ScreenHeading>
      <DataTable
        label="Testimonials"
        columns={columns}
        page={list.page}
        loading={list.loading}
        error={list.failure && 'The testimonials could not be loaded.'}
        onRetry={list.refetch}
        empty="No testimonials found."
        control={control}
        searchLabel="Search names and words"
        filters={
          <FilterMenu
            label="Status"
            options={activeOptions}
            chosen={control.state.chosen.active ?? []}
            onChange={(active) => control.change({ chosen: { active } })}
          />
        }
        nameOf={({ name }) => name}
        bulk={(testimonials, clear) => (
          <>
            <Button variant="secondary" onClick={() => void setActive(testimonials, true)}>
              Activate
            </Button>
            <Button variant="secondary" onClick={() => void setActive(testimonials, false)}>
              Deactivate
            </Button>
            <Button
              variant="secondary"
              onClick={() => void removeTestimonials(testimonials).then((done) => done && clear())}
            >
              Delete
            </Button>
          </>
        )}
      />
    </>
  );
}

function idsOf(testimonials: readonly Testimonial[]): string[] {
  return testimonials.map(({ id }) => id);
}
