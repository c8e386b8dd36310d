import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const count = z.number().int().nonnegative();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const shared = {
  /** Anything created later may be missing. */
  createdAt: z.iso.datetime(),
  /** The project's migrations that were applied when the rows were exported. */
  migrations: z.array(z.string()),
};

/** The contents of an export; written last, so a folder without it is unfinished. */
const current = z.object({
  format: z.literal(2),
  ...shared,
  /** By table, such as `public.orders`. */
  tables: z.record(z.string(), z.object({ rows: count, sha256 })),
  /** Stored files, by the id of their object. */
  files: z.record(z.string(), z.object({ bytes: count, sha256 })),
  /** Objects whose file was already missing when they were exported. */
  missing: z.array(z.string()),
});

/** The format of earlier versions: counts without checksums. */
const former = z.object({
  format: z.literal(1),
  ...shared,
  tables: z.record(z.string(), count),
  files: z.object({ count, bytes: count }),
});

const sealed = z.object({ checksum: sha256 }).loose();

export type Manifest = z.infer<typeof current>;
export type FormerManifest = z.infer<typeof former>;

const pathOf = (directory: string) => join(directory, 'manifest.json');

export const rowsPath = (directory: string, table: string) =>
  join(directory, 'tables', `${table}.jsonl`);

export const filePath = (directory: string, objectId: string) => join(directory, 'files', objectId);

export async function writeManifest(directory: string, manifest: Manifest): Promise<void> {
  const whole = { ...manifest, checksum: checksumOf(manifest) };
  await writeFile(pathOf(directory), `${JSON.stringify(whole, null, 2)}\n`, { mode: 0o600 });
}

/** Throws TransferError if there is no finished export, or if its manifest was changed. */
export async function readManifest(directory: string): Promise<Manifest | FormerManifest> {
  const text = await readFile(pathOf(directory), 'utf8').catch(() => null);
  if (text === null) throw new TransferError(`${directory} holds no finished export.`);
  const content = parse(text);
  const seal = sealed.safeParse(content);
  if (seal.success) {
    const { checksum, ...rest } = content as Record<string, unknown>;
    if (checksum !== checksumOf(rest)) {
      throw new TransferError(`${pathOf(directory)} is damaged: its checksum does not match.`);
    }
    const parsed = current.safeParse(rest);
    if (parsed.success) return parsed.data;
  }
  const older = former.safeParse(content);
  if (!older.success) {
    throw new TransferError(`${pathOf(directory)} is damaged, or no manifest of an export.`);
  }
  return older.data;
}

/** Why nothing was exported or imported, for the person who ran it. */
export class TransferError extends Error {
  override readonly name = 'TransferError';
}

function checksumOf(manifest: object): string {
  return createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
