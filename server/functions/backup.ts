import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { recordBackup } from '#server/backups/last-backup.ts';
import type { FunctionDeps, FunctionHandler } from './function-handler.ts';

const request = z.object({ to: z.string() });

/**
 * `{to}` → the backup as a file, its name in `content-disposition`. For `npm run backup` with an
 * embedded database, which only the running shop can read; the command stores the file at `to`.
 */
export function backupFunction({ context, withArchive }: FunctionDeps): FunctionHandler {
  return (c, body) =>
    new Promise<Response>((resolve, reject) => {
      const { to } = request.parse(body);
      withArchive(async ({ name, at, path, bytes, rows, files }) => {
        const source = createReadStream(path);
        const sent = new Promise<boolean>((over) =>
          source.once('close', () => over(source.bytesRead === bytes)),
        );
        const stream = Readable.toWeb(source) as ReadableStream;
        resolve(
          c.body(stream, 200, {
            'content-type': 'application/octet-stream',
            'content-length': String(bytes),
            'content-disposition': `attachment; filename="${name}"`,
            'x-rows': String(rows),
            'x-files': String(files),
          }),
        );
        if (await sent) await recordBackup(context.db, { at, to, bytes });
      }).catch(reject);
    });
}
