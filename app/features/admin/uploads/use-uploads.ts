import { useCallback, useState } from 'react';
import { showToast } from '#app/components/ui/toast.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { refuseFile, type UploadKind, uploadFile } from './upload-file.ts';

export interface RunningUpload {
  id: string;
  name: string;
  /** From 0 to 1. */
  share: number;
}

const failed = 'Failed to upload file';

/** Uploads files one after the other, says how far they are and what became of them. */
export function useUploads(kind: UploadKind, onUploaded: (url: string, file: File) => void) {
  const { publishableKey } = useShop();
  const [running, setRunning] = useState<RunningUpload[]>([]);

  const upload = useCallback(
    async (files: Iterable<File>) => {
      for (const file of files) {
        const refusal = refuseFile(file, kind);
        if (refusal) {
          showToast({ title: failed, description: refusal, variant: 'destructive' });
          continue;
        }
        const id = crypto.randomUUID();
        setRunning((before) => [...before, { id, name: file.name, share: 0 }]);
        try {
          const url = await uploadFile(file, {
            publishableKey,
            onProgress: (share) =>
              setRunning((before) =>
                before.map((each) => (each.id === id ? { ...each, share } : each)),
              ),
          });
          onUploaded(url, file);
          showToast({ title: 'File uploaded successfully' });
        } catch (error) {
          const message = error instanceof Error ? error.message : '';
          showToast({
            title: failed,
            description: message ? `${file.name}: ${message}` : undefined,
            variant: 'destructive',
          });
        } finally {
          setRunning((before) => before.filter((each) => each.id !== id));
        }
      }
    },
    [kind, publishableKey, onUploaded],
  );
  return { running, upload };
}
