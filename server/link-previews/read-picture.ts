import { readFile } from 'node:fs/promises';
import path from 'node:path';

export interface PictureSources {
  /** Folder of the shop's own files: `build/client`, or `public` in development. */
  assets: string;
  /** In-process fetch for our own /storage/v1. */
  fetch: typeof fetch;
  origin: string;
}

const own = /^\/(?:media\/)?[a-z0-9-]+\.(?:webp|avif|jpg|png)$/;
const upload = /^\/storage\/v1\/object\/public\/uploads\/[\w.-]+$/;
const maxBytes = 20 * 1024 * 1024;

/**
 * The picture behind a URL in the content: one of the shop's own or an upload. Null for anything
 * else, since the server never requests pictures from other sites, and if it can't be read.
 */
export async function readPicture(
  address: string | null,
  { assets, fetch, origin }: PictureSources,
): Promise<Buffer | null> {
  if (!address || !URL.canParse(address, origin)) return null;
  const url = new URL(address, origin);
  if (url.origin !== origin) return null;
  try {
    if (own.test(url.pathname)) return await readFile(path.join(assets, url.pathname));
    if (!upload.test(url.pathname)) return null;
    const answer = await fetch(origin + url.pathname);
    if (!answer.ok || Number(answer.headers.get('content-length') ?? 0) > maxBytes) return null;
    return Buffer.from(await answer.arrayBuffer());
  } catch {
    return null;
  }
}
