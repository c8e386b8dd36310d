import { useCallback } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { ChooseButton } from '../pictures/choose-button.tsx';
import { DropZone } from '../uploads/drop-zone.tsx';
import type { UploadKind } from '../uploads/upload-file.ts';
import { useUploads } from '../uploads/use-uploads.ts';

interface FileFieldProps {
  kind: UploadKind;
  /** 'Logo' */
  label: string;
  value: string;
  onChange: (url: string) => void;
}

/** One picture or video: shows the current one and lets the admin replace it. */
export function FileField({ kind, label, value, onChange }: FileFieldProps) {
  const take = useCallback((url: string) => onChange(url), [onChange]);
  const { running, problems, upload } = useUploads(kind, take);
  return (
    <div className="space-y-3">
      {value ? (
        <div className="flex flex-wrap items-end gap-3">
          {kind === 'image' ? (
            <img
              src={value}
              alt={label}
              className="max-h-40 max-w-full rounded-sm border border-line bg-bone object-contain"
            />
          ) : (
            // biome-ignore lint/a11y/useMediaCaption: seen by who uploaded it
            <video
              src={value}
              controls
              preload="metadata"
              aria-label={label}
              className="max-h-56 max-w-full rounded-sm bg-ink"
            />
          )}
          <Button variant="secondary" onClick={() => onChange('')}>
            Remove
          </Button>
        </div>
      ) : null}
      <DropZone
        kind={kind}
        label={value ? `Replace: ${label}` : `Add: ${label}`}
        running={running}
        problems={problems}
        onFiles={(files) => void upload(files)}
      />
      {kind === 'image' ? <ChooseButton onChoose={onChange} /> : null}
    </div>
  );
}
