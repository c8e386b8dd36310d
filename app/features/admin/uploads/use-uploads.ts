import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { showToast } from '#app/components/ui/toast.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { messageOf } from '../data/admin-failure.ts';
import { adminSessionKey } from '../session/read-standing.ts';
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
  const queries = useQueryClient();
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
          showToast({
            title: failed,
            description: `${file.name}: ${messageOf(error)}`,
            variant: 'destructive',
          });
          // The guard checks again whether this is still an admin.
          void queries.invalidateQueries({ queryKey: adminSessionKey });
        } finally {
          setRunning((before) => before.filter((each) => each.id !== id));
        }
      }
    },
    [kind, publishableKey, onUploaded, queries],
  );
  return { running, upload };
}
