import { z } from 'zod';
import { type Failure, invalidRequest } from '../failure.ts';
import { readJson } from '../read-json.ts';
import { listFolder } from '../rows/list-folder.ts';
import * as objects from '../rows/list-objects.ts';
import { asCaller } from '../rows/transact.ts';
import type { StorageCall } from '../services.ts';

const order = z.enum(['asc', 'desc']).default('asc');

const folderBody = z.object({
  prefix: z.string(),
  limit: z.number().int().min(1).default(100),
  offset: z.number().int().min(0).default(0),
  search: z.string().default(''),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at']).default('name'),
      order,
    })
    .default({ column: 'name', order: 'asc' }),
});

/** A hosted project's maximum page size. */
const LONGEST_FOLDER_PAGE = 1500;
const LONGEST_PAGE = 1000;

/** Lists one folder, as dashboards show it. */
export async function listOneFolder(call: StorageCall): Promise<Response | Failure> {
  const read = await readJson(call.request, folderBody);
  if (!read.ok) return read.failure;
  const { prefix, limit, offset, search, sortBy } = read.body;
  if (hasNul(prefix + search))
    return invalidRequest('body/prefix: holds a character that no name has');
  const rows = await asCaller(call, (tx) =>
    listFolder(tx, call.params.bucket ?? '', {
      prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`,
      search,
      limit: Math.min(limit, LONGEST_FOLDER_PAGE),
      offset,
      ...sortBy,
    }),
  );
  return Response.json(rows);
}

const pageBody = z.object({
  prefix: z.string().default(''),
  limit: z.number().int().min(1).default(LONGEST_PAGE),
  cursor: z.string().optional(),
  with_delimiter: z.boolean().default(false),
  sortBy: z
    .object({ column: z.enum(['name', 'updated_at', 'created_at']).default('name'), order })
    .default({ column: 'name', order: 'asc' }),
});

const cursor = z.object({
  column: z.enum(['name', 'updated_at', 'created_at']),
  order: z.enum(['asc', 'desc']),
  after: z.string(),
  name: z.string(),
});

/** Pages through everything under a prefix; the cursor contains the sort order. */
export async function listPages(call: StorageCall): Promise<Response | Failure> {
  const read = await readJson(call.request, pageBody);
  if (!read.ok) return read.failure;
  const { prefix, with_delimiter: withFolders, sortBy } = read.body;
  if (hasNul(prefix)) return invalidRequest('body/prefix: holds a character that no name has');
  const limit = Math.min(read.body.limit, LONGEST_PAGE);
  const from = read.body.cursor === undefined ? null : readCursor(read.body.cursor);
  if (from === undefined) return invalidRequest('body/cursor: is none of ours');

  const page = { prefix, withFolders, ...(from ?? sortBy), limit: limit + 1, from };
  const found = await asCaller(call, (tx) =>
    objects.listObjects(tx, call.params.bucket ?? '', page),
  );
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const hasNext = found.length > limit;
  return Response.json({
    hasNext,
    folders: shown.filter(({ id }) => id === null).map(({ name }) => ({ key: keyOf(name), name })),
    objects: shown
      .filter(({ id }) => id !== null)
      .map(({ position: _position, ...entry }) => ({ key: keyOf(entry.name), ...entry })),
    ...(hasNext && last
      ? {
          nextCursor: writeCursor({
            column: page.column,
            order: page.order,
            after: last.position,
            name: last.name,
          }),
          nextCursorKey: last.name,
        }
      : {}),
  });
}

/** The last part of a name, without a folder's trailing slash. */
function keyOf(name: string): string {
  return name.replace(/\/$/, '').split('/').at(-1) ?? '';
}

function writeCursor(position: z.infer<typeof cursor>): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

function readCursor(text: string): z.infer<typeof cursor> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    const { data } = cursor.safeParse(value);
    if (!data || hasNul(data.name + data.after)) return undefined;
    return data.column === 'name' || !Number.isNaN(Date.parse(data.after)) ? data : undefined;
  } catch {
    return undefined;
  }
}

const hasNul = (text: string) => text.includes('\0');
