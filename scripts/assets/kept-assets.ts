import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

export interface AssetPlaces {
  /**
   * The build's folder. File names contain a hash of the content, so a name always means the same
   * file.
   */
  assets: string;
  /** Files of earlier builds, each dated when it was last part of the newest. */
  kept: string;
  /** Milliseconds since 1970. */
  now: number;
}

const day = 24 * 60 * 60_000;
export const assetRetentionMs = 14 * day;
const maxKeptBytes = 200 * 1024 * 1024;

/** Copies the current build's files, before the next build empties the folder. */
export function saveAssets({ assets, kept, now }: AssetPlaces): void {
  mkdirSync(kept, { recursive: true });
  const made = existsSync(listOf(kept))
    ? (JSON.parse(readFileSync(listOf(kept), 'utf8')) as string[])
    : filesIn(assets);
  for (const name of made) {
    const [file, copy] = [path.join(assets, name), path.join(kept, name)];
    if (!existsSync(file)) continue;
    copyFileSync(file, copy);
    utimesSync(copy, now / 1000, now / 1000);
  }
}

/** Puts files of earlier builds next to those of the new one, newest first, while there is room. */
export function restoreAssets({ assets, kept, now }: AssetPlaces): void {
  const made = filesIn(assets);
  writeFileSync(listOf(kept), JSON.stringify(made));
  const current = new Set(made);
  const dated = filesIn(kept).map((name) => {
    const file = path.join(kept, name);
    const { mtimeMs, size } = statSync(file);
    return { name, file, mtimeMs, size };
  });
  let bytes = 0;
  for (const { name, file, mtimeMs, size } of dated.toSorted((a, b) => b.mtimeMs - a.mtimeMs)) {
    bytes += size;
    if (current.has(name)) continue;
    if (now - mtimeMs > assetRetentionMs || bytes > maxKeptBytes) rmSync(file);
    else copyFileSync(file, path.join(assets, name));
  }
}

/** Path of the list of files that the newest build itself produced. */
function listOf(kept: string): string {
  return `${kept}.json`;
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
}
