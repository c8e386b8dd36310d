import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { pictureSources } from '#app/lib/picture-sources.ts';
import { LoadFailure } from '../data/load-failure.tsx';
import { type LibraryPicture, useAdminCalls } from '../data/use-admin-calls.ts';
import { WideDialog } from '../dialogs/wide-dialog.tsx';
import { Pager } from '../table/pager.tsx';
import { SearchBox } from '../table/search-box.tsx';
import { listKey } from '../table/use-list.ts';
import { pictureUrl } from './picture-url.ts';

const pageSize = 24;

interface ChoosePictureProps {
  title?: string;
  /** A picture to leave out. */
  except?: string;
  onChoose: (picture: LibraryPicture & { url: string }) => void;
  onClose: () => void;
  /** As in WideDialog. */
  finalFocus?: () => void;
  /** An alternative source, shown above the list. */
  children?: React.ReactNode;
}

/** The library, for choosing one picture. */
export function ChoosePicture(props: ChoosePictureProps) {
  const { title = 'Choose a picture', except, onChoose, onClose, finalFocus, children } = props;
  const calls = useAdminCalls();
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const find = useCallback((text: string) => {
    setSearch(text);
    setPage(1);
  }, []);
  const query = {
    search: search.trim(),
    filters: {},
    sort: 'created_at',
    ascending: false,
    skip: (page - 1) * pageSize,
    take: pageSize,
  };
  const { data, isError, refetch } = useQuery({
    queryKey: [...listKey('picture_library'), query],
    queryFn: () => calls.list('picture_library', query),
    placeholderData: keepPreviousData,
  });
  const rows = data?.rows.filter(({ name }) => name !== except);

  return (
    <WideDialog title={title} onClose={onClose} finalFocus={finalFocus}>
      {children}
      <div className="mb-4 flex">
        <SearchBox label="Search by name, text or what uses it" value={search} onSearch={find} />
      </div>
      {isError ? <LoadFailure text="The pictures could not be loaded." onRetry={refetch} /> : null}
      {data && data.total === 0 ? (
        <p className="py-8 text-center text-ink-soft">No pictures found</p>
      ) : null}
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4 lg:grid-cols-6">
        {rows?.map((picture) => {
          const url = pictureUrl(picture.name);
          return (
            <li key={picture.id}>
              <button
                type="button"
                onClick={() => onChoose({ ...picture, url })}
                className="block w-full rounded-sm p-1 text-left hover:bg-bone-deep"
              >
                <img
                  src={pictureSources(url).src}
                  srcSet={pictureSources(url).srcset}
                  sizes="(min-width: 64rem) 9rem, (min-width: 40rem) 22vw, 44vw"
                  alt=""
                  loading="lazy"
                  decoding="async"
                  className="aspect-square w-full rounded-sm border border-line bg-bone object-contain"
                />
                <span className="mt-1 block truncate text-xs">{picture.title}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {data && data.total > pageSize ? (
        <div className="mt-4">
          <Pager
            page={page}
            pageSize={pageSize}
            total={data.total}
            more={data.more}
            onPage={setPage}
          />
        </div>
      ) : null}
    </WideDialog>
  );
}
