import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { Badge } from '#app/components/ui/badge.tsx';
import { Link } from '#app/components/ui/link.tsx';
import type { LibraryPicture } from '../data/use-admin-calls.ts';
import type { TableColumn } from '../table/data-table.tsx';
import { EditAndDelete } from '../table/edit-and-delete.tsx';
import { ListScreen } from '../table/list-screen.tsx';
import { Moment } from '../table/moment.tsx';
import { Thumbnail } from '../table/thumbnail.tsx';
import { listKey, useList } from '../table/use-list.ts';
import { DropZone } from '../uploads/drop-zone.tsx';
import { useUploads } from '../uploads/use-uploads.ts';
import { describePlaces, describeSize } from './picture-text.ts';
import { pictureUrl } from './picture-url.ts';
import { usePictureRemoval } from './use-picture-removal.ts';

const columns: readonly TableColumn<LibraryPicture>[] = [
  {
    id: 'picture',
    heading: 'Picture',
    headingHidden: true,
    card: 'picture',
    className: 'md:w-14',
    cell: ({ name }) => <Thumbnail src={pictureUrl(name)} />,
  },
  {
    id: 'title',
    heading: 'Name',
    sort: 'title',
    card: 'title',
    cell: ({ id, title, alt }) => (
      <div className="relative flex min-h-11 flex-col justify-center leading-tight">
        <Link
          to={`/admin/pictures/${id}`}
          title={title}
          className="font-semibold wrap-anywhere after:absolute after:inset-0 hover:underline md:line-clamp-1"
        >
          {title}
        </Link>
        <span className="text-xs text-ink-soft md:line-clamp-1">
          {alt || 'No alternative text'}
        </span>
      </div>
    ),
  },
  {
    id: 'use',
    heading: 'Used',
    cell: ({ used, used_in, places, kept }) =>
      used ? (
        <span title={used_in || undefined}>{describePlaces(places)}</span>
      ) : (
        <Badge tone="neutral">{kept ? 'NOT USED' : 'NOT USED, GOES AFTER A WEEK'}</Badge>
      ),
  },
  {
    id: 'bytes',
    heading: 'Size',
    sort: 'bytes',
    align: 'right',
    className: 'whitespace-nowrap',
    cell: ({ bytes }) => describeSize(bytes),
  },
  {
    id: 'created',
    heading: 'Uploaded',
    sort: 'created_at',
    className: 'whitespace-nowrap',
    cell: ({ created_at }) => <Moment at={created_at} />,
  },
];

/** Every picture in the shop's storage. */
export function PictureList() {
  const list = useList('picture_library', {
    menus: [
      {
        name: 'used',
        label: 'Use',
        options: [
          { value: 'true', label: 'Used' },
          { value: 'false', label: 'Not used' },
        ],
      },
    ],
  });
  const queries = useQueryClient();
  const remove = usePictureRemoval();
  const reread = useCallback(
    () => void queries.invalidateQueries({ queryKey: listKey('picture_library') }),
    [queries],
  );
  const { running, problems, upload } = useUploads('image', reread, { kept: true });

  return (
    <ListScreen
      list={list}
      title="Pictures"
      failed="The pictures could not be loaded."
      empty="No pictures found"
      searchLabel="Search by name, text or what uses it"
      columns={columns}
      rowActions={(picture, onDelete) => (
        <EditAndDelete
          name={picture.title}
          to={`/admin/pictures/${picture.id}`}
          onDelete={onDelete}
        />
      )}
      onDelete={remove}
      nameOf={({ title }) => title}
    >
      <div className="mb-5">
        <DropZone
          kind="image"
          label="Add pictures"
          multiple
          running={running}
          problems={problems}
          onFiles={(files) => void upload(files)}
        />
      </div>
    </ListScreen>
  );
}
