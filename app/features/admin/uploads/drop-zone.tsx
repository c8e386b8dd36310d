import { clsx } from 'clsx';
import { Upload } from 'lucide-react';
import { useId, useState } from 'react';
import { acceptedTypes, type UploadKind } from './upload-file.ts';
import { UploadProblems } from './upload-problems.tsx';
import type { RunningUpload } from './use-uploads.ts';

interface DropZoneProps {
  kind: UploadKind;
  /** 'Add images' */
  label: string;
  multiple?: boolean;
  running: readonly RunningUpload[];
  /** Why the last files were rejected. */
  problems?: readonly string[];
  onFiles: (files: File[]) => void;
}

/** Accepts files by drag and drop, file dialog or paste, and shows their progress. */
export function DropZone({
  kind,
  label,
  multiple = false,
  running,
  problems = [],
  onFiles,
}: DropZoneProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  const take = (files: FileList | null | undefined) => {
    const taken = [...(files ?? [])];
    if (taken.length > 0) onFiles(multiple ? taken : taken.slice(0, 1));
  };

  return (
    <div className="space-y-2">
      <label
        htmlFor={id}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files);
        }}
        onPaste={(event) => take(event.clipboardData.files)}
        className={clsx(
          'flex min-h-24 flex-col items-center justify-center gap-1.5 rounded-sm border border-dashed px-4 py-5 text-center text-sm transition-colors focus-within:outline-2 focus-within:outline-offset-2',
          over ? 'border-ink bg-bone-deep' : 'border-line-strong hover:bg-bone',
        )}
      >
        <Upload aria-hidden="true" className="size-5" />
        <span className="font-semibold">{label}</span>
        <span className="text-ink-soft">
          {kind === 'image' ? 'Photographs, PNG, JPEG, WebP, AVIF or GIF' : 'MP4 or WebM'}, up to 50
          MB. Drop here or click to browse.
        </span>
        <input
          id={id}
          type="file"
          accept={acceptedTypes(kind)}
          multiple={multiple}
          className="sr-only"
          aria-describedby={problems.length > 0 ? `${id}-problems` : undefined}
          onChange={(event) => {
            take(event.target.files);
            event.target.value = '';
          }}
        />
      </label>
      <UploadProblems id={`${id}-problems`} problems={problems} />
      {running.map(({ id: key, name, share }) => (
        <div key={key} className="flex items-center gap-3 text-sm">
          <span className="min-w-0 flex-1 truncate">{name}</span>
          <progress value={share} max={1} aria-label={`Uploading ${name}`} className="w-32" />
          <span className="w-10 text-right tabular-nums">{Math.round(share * 100)} %</span>
        </div>
      ))}
    </div>
  );
}
