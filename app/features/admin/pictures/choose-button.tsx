import { useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import type { LibraryPicture } from '../data/use-admin-calls.ts';
import { ChoosePicture } from './choose-picture.tsx';

/** Beside an upload: chooses a picture the shop already has. */
export function ChooseButton({ onChoose }: { onChoose: (url: string, alt: string) => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Choose from the library
      </Button>
      {open ? (
        <ChoosePicture
          onClose={() => setOpen(false)}
          onChoose={({ url, alt }: LibraryPicture & { url: string }) => {
            setOpen(false);
            onChoose(url, alt);
          }}
        />
      ) : null}
    </>
  );
}
