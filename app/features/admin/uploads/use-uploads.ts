import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { showToast } from '#app/components/ui/toast.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { messageOf } from '../data/admin-failure.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { nameInUrl } from '../pictures/picture-url.ts';
import { adminSessionKey } from '../session/read-admin-access.ts';
import { FileRefused, preparePicture } from './prepare-picture.ts';
import { refuseFile, type UploadKind, uploadFile } from './upload-file.ts';

export interface RunningUpload {
  id: string;
  name: string;
  /** From 0 to 1. */
  share: number;
}

const failed = 'Failed to upload file';

/**
 * Uploads files one after another and reports progress and results; the caller shows the problems
 * in place. `kept`: pictures stay in the library even while nothing uses them.
 */
export function useUploads(
  kind: UploadKind,
  onUploaded: (url: string) => unknown,
  { kept = false } = {},
) {
  const { publishableKey } = useShop();
  const calls = useAdminCalls();
  const queries = useQueryClient();
  const [running, setRunning] = useState<RunningUpload[]>([]);
  const [problems, setProblems] = useState<string[]>([]);

  const upload = useCallback(
    async (files: Iterable<File>) => {
      const refuse = (reason: string) => {
        setProblems((before) => [...before, reason]);
        showToast({ title: failed, variant: 'destructive' });
      };
      setProblems([]);
      for (const file of files) {
        const refusal = refuseFile(file, kind);
        if (refusal) {
          refuse(refusal);
          continue;
        }
        const id = crypto.randomUUID();
        setRunning((before) => [...before, { id, name: file.name, share: 0 }]);
        try {
          const sent = kind === 'image' ? await preparePicture(file) : file;
          const url = await uploadFile(sent, {
            publishableKey,
            onProgress: (share) =>
              setRunning((before) =>
                before.map((each) => (each.id === id ? { ...each, share } : each)),
              ),
          });
          if (kind === 'image') {
            const name = nameInUrl(url);
            const title = file.name.slice(0, 200);
            // If this fails, the picture is only harder to find.
            await calls
              .run((tables) => tables.from('pictures').insert({ name, title, kept }))
              .catch(() => {});
          }
          await onUploaded(url);
          showToast({ title: 'File uploaded successfully' });
        } catch (error) {
          if (error instanceof FileRefused) refuse(error.message);
          else {
            refuse(`${file.name}: ${messageOf(error)}`);
            // The guard checks again whether the caller is still an admin.
            void queries.invalidateQueries({ queryKey: adminSessionKey });
          }
        } finally {
          setRunning((before) => before.filter((each) => each.id !== id));
        }
      }
    },
    [kind, publishableKey, onUploaded, queries, calls, kept],
  );
  return { running, problems, upload };
}
