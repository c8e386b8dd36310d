import { access, constants, stat } from 'node:fs/promises';
import path from 'node:path';
import { freeBytes } from '#server/setup/free-bytes.ts';
import { type Finding, fault, ok, unchecked } from './finding.ts';

const about = 'data directory';
const megabyte = 1024 * 1024;
/** Below the first value the shop refuses writes; below the second it warns. */
const least = 50 * megabyte;
const comfortable = 500 * megabyte;

export async function checkDataDirectory(dataDir: string): Promise<Finding[]> {
  const existing = await nearestFolder(path.resolve(dataDir));
  try {
    await access(existing, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return [fault(about, `${existing} cannot be written to: give it to the shop's user.`)];
  }
  const free = await freeBytes(existing);
  if (free === null)
    return [unchecked(about, `The free space in ${existing} cannot be determined.`)];
  const room = `${Math.floor(free / megabyte).toLocaleString('en-US')} MB free at ${existing}`;
  if (free < least) return [fault(about, `${room}: the shop refuses requests. Free up space.`)];
  if (free < comfortable) return [fault(about, `${room}: make room before it is full.`)];
  return [ok(about, room)];
}

/** Whatever is missing is created at the first start. */
async function nearestFolder(folder: string): Promise<string> {
  const found = await stat(folder).catch(() => null);
  const parent = path.dirname(folder);
  return found || parent === folder ? folder : nearestFolder(parent);
}
