import 'react-image-crop/dist/ReactCrop.css';
import { useRef, useState } from 'react';
import ReactCrop, { centerCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop';
import { Button } from '#app/components/ui/button.tsx';
import type { LibraryPicture } from '../data/use-admin-calls.ts';
import { WideDialog } from '../dialogs/wide-dialog.tsx';
import { SelectField } from '../form/select-field.tsx';
import { toFile } from '../uploads/prepare-picture.ts';
import { pictureUrl } from './picture-url.ts';

const shapes = [
  { value: '', label: 'Free' },
  { value: '1', label: 'Square, as on product cards' },
  { value: '1.5', label: '3 : 2, as on blog cards' },
  { value: String(1200 / 630), label: '1200 : 630, as in shared links' },
];

const most: PercentCrop = { unit: '%', x: 5, y: 5, width: 90, height: 90 };

interface CropDialogProps {
  picture: LibraryPicture;
  /** Called with the cropped image, under the picture's name. */
  onCrop: (file: File) => void;
  onClose: () => void;
}

/** Crops a picture; the original stays as it is. */
export function CropDialog({ picture, onCrop, onClose }: CropDialogProps) {
  const [crop, setCrop] = useState<PercentCrop>(most);
  const [shape, setShape] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const image = useRef<HTMLImageElement>(null);
  const aspect = Number(shape) || undefined;

  function choose(value: string): void {
    setShape(value);
    const shown = image.current;
    if (!shown || value === '') return;
    const { width, height } = shown;
    setCrop(
      centerCrop(
        makeAspectCrop({ unit: '%', width: 90 }, Number(value), width, height),
        ...([width, height] as const),
      ),
    );
  }

  async function cut(): Promise<void> {
    if (busy) return;
    setBusy(true);
    setProblem('');
    try {
      onCrop(await cutOut(picture, crop));
    } catch {
      setProblem('The picture could not be opened on this device. Try again, or on another one.');
    } finally {
      setBusy(false);
    }
  }

  const tooSmall = crop.width < 1 || crop.height < 1;
  return (
    <WideDialog
      title={`Crop ${picture.title}`}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            className="ml-auto"
            busy={busy}
            aria-disabled={tooSmall}
            onClick={() => {
              if (!tooSmall) void cut();
            }}
          >
            Crop
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <div className="max-w-xs">
          <SelectField
            label="Shape"
            name="shape"
            options={shapes}
            value={shape}
            onChange={({ target }) => choose(target.value)}
          />
        </div>
        {problem ? (
          <p role="alert" className="text-sm font-medium text-danger">
            {problem}
          </p>
        ) : null}
        <ReactCrop
          crop={crop}
          onChange={(_pixels, percent) => setCrop(percent)}
          {...(aspect && { aspect })}
          keepSelection
        >
          <img
            ref={image}
            src={pictureUrl(picture.name)}
            alt={picture.alt || picture.title}
            className="max-h-[60vh]!"
          />
        </ReactCrop>
        <p className="text-sm text-ink-soft">
          Drag the frame or its edges; by keyboard, Tab to the frame or an edge and use the arrow
          keys. What is cut out becomes a picture of its own.
        </p>
      </div>
    </WideDialog>
  );
}

/** Larger images are scaled down, since pages need no more. */
const longestSide = 4096;

async function cutOut(picture: LibraryPicture, crop: PercentCrop): Promise<File> {
  const answer = await fetch(pictureUrl(picture.name));
  if (!answer.ok) throw new Error(`The picture could not be read: ${answer.status}`);
  const whole = await createImageBitmap(await answer.blob());
  const width = Math.max(1, Math.round((whole.width * crop.width) / 100));
  const height = Math.max(1, Math.round((whole.height * crop.height) / 100));
  const scale = Math.min(1, longestSide / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const drawing = canvas.getContext('2d');
  if (!drawing) throw new Error('Nothing can be drawn.');
  drawing.imageSmoothingQuality = 'high';
  drawing.drawImage(
    whole,
    ...([(whole.width * crop.x) / 100, (whole.height * crop.y) / 100, width, height] as const),
    ...([0, 0, canvas.width, canvas.height] as const),
  );
  whole.close();
  const file = await toFile(canvas, picture.title, typeOf(picture.mimetype));
  if (!file) throw new Error('Nothing was drawn.');
  return file;
}

function typeOf(mimetype: string): 'image/jpeg' | 'image/png' | 'image/webp' {
  if (mimetype === 'image/jpeg' || mimetype === 'image/png') return mimetype;
  return 'image/webp';
}
