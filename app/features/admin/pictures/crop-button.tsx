import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '#app/components/ui/button.tsx';
import { type LibraryPicture, useAdminCalls } from '../data/use-admin-calls.ts';
import { UploadProblems } from '../uploads/upload-problems.tsx';
import { useUploads } from '../uploads/use-uploads.ts';
import { CropDialog } from './crop-dialog.tsx';
import { nameInUrl } from './picture-url.ts';
import { useReplacement } from './replace-picture.tsx';

interface CropButtonProps {
  picture: LibraryPicture;
  /** The picture is in use, so the cropped one can replace it. */
  replaceable: boolean;
}

/** Crops a picture. The new one gets the same texts and, if the owner agrees, replaces the original. */
export function CropButton({ picture, replaceable }: CropButtonProps) {
  const calls = useAdminCalls();
  const navigate = useNavigate();
  const replace = useReplacement(picture);
  const [open, setOpen] = useState(false);
  const take = useCallback(
    async (url: string) => {
      const name = nameInUrl(url);
      await calls.run((tables) =>
        tables
          .from('pictures')
          .upsert(
            { name, title: picture.title, alt: picture.alt, kept: true },
            { onConflict: 'name' },
          )
          .select('id'),
      );
      if (replaceable) await replace(url);
      const [part] = await calls.run((tables) =>
        tables.from('picture_library').select('id').eq('name', name),
      );
      if (part) await navigate(`/admin/pictures/${part.id}`);
    },
    [calls, navigate, picture, replace, replaceable],
  );
  const { running, problems, upload } = useUploads('image', take, { kept: true });
  return (
    <>
      <Button variant="secondary" busy={running.length > 0} onClick={() => setOpen(true)}>
        Crop…
      </Button>
      <UploadProblems problems={problems} className="basis-full" />
      {open ? (
        <CropDialog
          picture={picture}
          onClose={() => setOpen(false)}
          onCrop={(file) => {
            setOpen(false);
            void upload([file]);
          }}
        />
      ) : null}
    </>
  );
}
