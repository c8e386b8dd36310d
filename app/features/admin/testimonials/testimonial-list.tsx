import type { RowOf } from '../data/use-admin-calls.ts';
import { ActiveList } from '../table/active-list.tsx';
import type { TableColumn } from '../table/data-table.tsx';
import { RowLink } from '../table/row-link.tsx';
import { Thumbnail } from '../table/thumbnail.tsx';

const media: Record<string, string> = { image: 'Image', video: 'Video' };

const columns: readonly TableColumn<RowOf<'testimonials'>>[] = [
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
      <div className="md:min-w-36">
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
    heading: 'Media',
    sort: 'media_type',
    className: 'md:max-xl:hidden',
    cell: ({ media_type }) => media[media_type] ?? '–',
  },
];

export function TestimonialList() {
  return (
    <ActiveList
      list="testimonials"
      title="Testimonials"
      noun="testimonial"
      columns={columns}
      searchLabel="Search by name or text"
      describe={({ name }) => `the testimonial of ${name}`}
      deletion="They disappear from the home page immediately."
    />
  );
}
