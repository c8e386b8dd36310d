import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  type FormerManifest,
  filePath,
  type Manifest,
  readManifest,
  rowsPath,
  TransferError,
} from './manifest.ts';

export interface CheckedExport {
  createdAt: string;
  migrations: readonly string[];
  /** Number of rows by table. */
  tables: Readonly<Record<string, number>>;
  files: { count: number; bytes: number };
  /** False for an export of an earlier version, for which only the counts could be compared. */
  hasChecksums: boolean;
}

/** How many problems are listed; beyond that, only their number is given. */
const NAMED = 20;

/**
 * Reads a whole export without changing anything and compares it with its manifest. Throws a
 * TransferError that lists everything missing, changed or unexpected.
 */
export async function checkExport(directory: string): Promise<CheckedExport> {
  const manifest = await readManifest(directory);
  const problems =
    manifest.format === 2
      ? await compareChecksums(directory, manifest)
      : await compareCounts(directory, manifest);
  const objects = await readIds(directory, problems);
  const stored = new Set(await list(directory, 'files'));
  const missing = new Set(manifest.format === 2 ? manifest.missing : []);
  for (const id of objects) {
    if (!stored.has(id) && !missing.has(id)) problems.push(`files/${id} is missing.`);
  }
  if (problems.length > 0) {
    const rest = problems.length - NAMED;
    throw new TransferError(
      [
        `The export in ${directory} is damaged; nothing was changed.`,
        ...problems.slice(0, NAMED),
        ...(rest > 0 ? [`… and ${rest} more.`] : []),
      ].join('\n'),
    );
  }
  return summarize(manifest);
}

function summarize(manifest: Manifest | FormerManifest): CheckedExport {
  const { createdAt, migrations } = manifest;
  if (manifest.format === 1) {
    const { tables, files } = manifest;
    return { createdAt, migrations, tables, files, hasChecksums: false };
  }
  const files = Object.values(manifest.files);
  return {
    createdAt,
    migrations,
    tables: Object.fromEntries(
      Object.entries(manifest.tables).map(([name, { rows }]) => [name, rows]),
    ),
    files: { count: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) },
    hasChecksums: true,
  };
}

async function compareChecksums(directory: string, manifest: Manifest): Promise<string[]> {
  const problems: string[] = [];
  for (const [table, { rows, sha256 }] of Object.entries(manifest.tables)) {
    const found = await digest(rowsPath(directory, table));
    if (typeof found === 'string') problems.push(`tables/${table}.jsonl ${found} (${rows} rows).`);
    else if (found.lines !== rows) {
      problems.push(`tables/${table}.jsonl holds ${found.lines} of ${rows} rows.`);
    } else if (found.sha256 !== sha256) problems.push(`tables/${table}.jsonl was changed.`);
  }
  for (const [id, { bytes, sha256 }] of Object.entries(manifest.files)) {
    const found = await digest(filePath(directory, id));
    if (typeof found === 'string') problems.push(`files/${id} ${found}.`);
    else if (found.bytes !== bytes) {
      problems.push(`files/${id} holds ${found.bytes} of ${bytes} bytes.`);
    } else if (found.sha256 !== sha256) problems.push(`files/${id} was changed.`);
  }
  const known = new Set(Object.keys(manifest.files));
  const extraFiles = (await list(directory, 'files')).filter((id) => !known.has(id));
  problems.push(...extraFiles.map((id) => `files/${id} is not named in the manifest.`));
  return [...problems, ...(await findExtraTables(directory, manifest.tables))];
}

async function compareCounts(directory: string, manifest: FormerManifest): Promise<string[]> {
  const problems: string[] = [];
  for (const [table, rows] of Object.entries(manifest.tables)) {
    const path = rowsPath(directory, table);
    const found = await digest(path);
    if (typeof found === 'string') problems.push(`tables/${table}.jsonl ${found} (${rows} rows).`);
    else if (found.lines !== rows) {
      problems.push(`tables/${table}.jsonl holds ${found.lines} of ${rows} rows.`);
    } else problems.push(...(await findBrokenLines(path, table)));
  }
  const sizes = await Promise.all(
    (await list(directory, 'files')).map(async (id) => (await stat(filePath(directory, id))).size),
  );
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const { files } = manifest;
  if (sizes.length !== files.count) problems.push(`files: ${sizes.length} of ${files.count}.`);
  else if (bytes !== files.bytes) problems.push(`files hold ${bytes} of ${files.bytes} bytes.`);
  return [...problems, ...(await findExtraTables(directory, manifest.tables))];
}

async function findExtraTables(
  directory: string,
  tables: Readonly<Record<string, unknown>>,
): Promise<string[]> {
  const extra = (await list(directory, 'tables')).filter(
    (name) => !Object.hasOwn(tables, name.replace(/\.jsonl$/, '')),
  );
  return extra.map((name) => `tables/${name} is not named in the manifest.`);
}

async function findBrokenLines(path: string, table: string): Promise<string[]> {
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(path) })) {
    number += 1;
    try {
      JSON.parse(line);
    } catch {
      return [`tables/${table}.jsonl: line ${number} is no row.`];
    }
  }
  return [];
}

/** The objects whose files must exist; none if the rows themselves are damaged. */
async function readIds(directory: string, problems: string[]): Promise<string[]> {
  if (problems.some((problem) => problem.startsWith('tables/storage.objects'))) return [];
  const path = rowsPath(directory, 'storage.objects');
  const found = await digest(path);
  if (typeof found === 'string') {
    problems.push(`tables/storage.objects.jsonl ${found}.`);
    return [];
  }
  const ids: string[] = [];
  const input = createReadStream(path);
  for await (const line of createInterface({ input })) {
    ids.push((JSON.parse(line) as { id: string }).id);
  }
  return ids;
}

async function list(directory: string, folder: string): Promise<string[]> {
  return readdir(join(directory, folder)).catch(() => []);
}

/** Returns the problem if it can't be read. A line counts only if it ends in a newline. */
async function digest(
  path: string,
): Promise<{ bytes: number; lines: number; sha256: string } | string> {
  const hash = createHash('sha256');
  let bytes = 0;
  let lines = 0;
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.length;
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return 'is missing';
    return code === 'EISDIR' ? 'is a folder' : `cannot be read (${code})`;
  }
  return { bytes, lines, sha256: hash.digest('hex') };
}
