import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** What an export holds; written last, so that a folder without it is unfinished. */
const schema = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  /** Versions of the project's migrations under which the rows were written. */
  migrations: z.array(z.string()),
  /** Rows by table, such as `public.orders`. */
  tables: z.record(z.string(), z.number().int()),
  /** Stored files, and how many bytes they are together. */
  files: z.object({ count: z.number().int(), bytes: z.number().int() }),
});

export type Manifest = z.infer<typeof schema>;

const pathOf = (directory: string) => join(directory, 'manifest.json');

export const rowsPath = (directory: string, table: string) =>
  join(directory, 'tables', `${table}.jsonl`);

export const filePath = (directory: string, objectId: string) => join(directory, 'files', objectId);

export async function writeManifest(directory: string, manifest: Manifest): Promise<void> {
  await writeFile(pathOf(directory), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Throws TransferError where there is no finished export. */
export async function readManifest(directory: string): Promise<Manifest> {
  const text = await readFile(pathOf(directory), 'utf8').catch(() => null);
  if (text === null) throw new TransferError(`${directory} holds no finished export.`);
  const parsed = schema.safeParse(parse(text));
  if (!parsed.success) throw new TransferError(`${pathOf(directory)} is none of ours.`);
  return parsed.data;
}

/** Why nothing was exported or imported, for whoever asked for it. */
export class TransferError extends Error {
  override readonly name = 'TransferError';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
