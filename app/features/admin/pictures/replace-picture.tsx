import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { messageOf } from '../data/admin-failure.ts';
import { type LibraryPicture, useAdminCalls } from '../data/use-admin-calls.ts';
import { useConfirm } from '../dialogs/confirm.tsx';
import { DropZone } from '../uploads/drop-zone.tsx';
import { useUploads } from '../uploads/use-uploads.ts';
import { ChoosePicture } from './choose-picture.tsx';
import { describeUse, type PictureUses } from './picture-text.ts';
import { nameInUrl, pictureUrl } from './picture-url.ts';

/** Replaces a picture everywhere it is used, after saying what will change. */
export function useReplacement(former: LibraryPicture) {
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const ask = useConfirm();

  /** Resolves to whether it was replaced. */
  return async (url: string): Promise<boolean> => {
    const latter = nameInUrl(url);
    try {
      const now = (await calls.run((tables) =>
        tables.rpc('admin_picture_uses', { picture: former.name }),
      )) as unknown as PictureUses;
      const changing = now.uses.filter(({ place }) => place !== 'orders');
      const ordered = now.uses.length - changing.length;
      const total = now.total - ordered;
      if (total === 0) {
        showToast({ title: 'Nothing uses this picture' });
        return false;
      }
      const places = total === 1 ? 'in 1 place' : `in ${total.toLocaleString('en-US')} places`;
      const agreed = await ask({
        title: `Replace “${former.title}” ${places}?`,
        text: `All at once, for visitors too.${ordered ? ' Past orders go on showing what was bought.' : ''}`,
        confirm: `Replace ${places}`,
        choice: (
          <>
            <div className="mt-3 flex items-center gap-3">
              <img
                src={pictureUrl(former.name)}
                alt="Now"
                className="size-20 rounded-sm border border-line bg-bone object-contain"
              />
              <span aria-hidden="true">→</span>
              <img
                src={url}
                alt="After"
                className="size-20 rounded-sm border border-line bg-bone object-contain"
              />
            </div>
            <ul className="mt-3 max-h-40 list-disc overflow-y-auto pl-5 text-sm">
              {changing.map((use) => (
                <li key={`${use.place}/${use.row_id}`} className="wrap-anywhere">
                  {describeUse(use)}
                </li>
              ))}
              {total > changing.length ? <li>and {total - changing.length} more</li> : null}
            </ul>
          </>
        ),
      });
      if (!agreed) return false;
      const size = await measure(url);
      await calls.run((tables) =>
        tables.rpc('replace_picture', {
          ...{ former: former.name, latter, state: now.state, ...size },
        }),
      );
      showToast({ title: `Replaced ${places}` });
      return true;
    } catch (error) {
      showToast({ title: 'Not replaced', description: messageOf(error), variant: 'destructive' });
      return false;
    } finally {
      // Many queries show pictures, so all are refreshed.
      await queries.invalidateQueries();
    }
  };
}

/**
 * For the logo, whose space is reserved by its dimensions; without them, those of the former logo
 * are kept.
 */
async function measure(url: string): Promise<{ width?: number; height?: number }> {
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch {
    return {};
  }
  return { width: image.naturalWidth, height: image.naturalHeight };
}

interface ReplaceButtonProps {
  picture: LibraryPicture;
  onReplaced: () => void;
}

export function ReplaceButton({ picture, onReplaced }: ReplaceButtonProps) {
  const [choosing, setChoosing] = useState(false);
  const replace = useReplacement(picture);
  const take = useCallback(
    (url: string) => {
      setChoosing(false);
      void replace(url).then((done) => done && onReplaced());
    },
    [replace, onReplaced],
  );
  const { running, problems, upload } = useUploads('image', take, { kept: true });
  return (
    <>
      <Button variant="secondary" onClick={() => setChoosing(true)}>
        Replace everywhere…
      </Button>
      {choosing ? (
        <ChoosePicture
          title="Replace with"
          except={picture.name}
          onClose={() => setChoosing(false)}
          onChoose={({ url }) => take(url)}
        >
          <div className="mb-5">
            <DropZone
              kind="image"
              label="Upload another picture"
              running={running}
              problems={problems}
              onFiles={(files) => void upload(files)}
            />
          </div>
        </ChoosePicture>
      ) : null}
    </>
  );
}
