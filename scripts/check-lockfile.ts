/**
 * Checks that every package in `package-lock.json` has the checksum that `npm ci` verifies, and
 * none the URL it was downloaded from. Otherwise exits with 1 and names the packages.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './run-step.ts';

interface LockedPackage {
  integrity?: string;
  resolved?: string;
  link?: boolean;
  inBundle?: boolean;
}

const lockfile = path.resolve(root, process.argv[2] ?? 'package-lock.json');
const { packages } = JSON.parse(readFileSync(lockfile, 'utf8')) as {
  packages: Record<string, LockedPackage>;
};
const installed = Object.entries(packages).filter(
  ([name, entry]) => name.includes('node_modules/') && !entry.link && !entry.inBundle,
);
const unchecked = installed.filter(([, entry]) => !entry.integrity).map(([name]) => name);
const addressed = installed
  .filter(([, entry]) => entry.resolved?.startsWith('http'))
  .map(([name]) => name);

if (unchecked.length > 0) {
  console.error(`${unchecked.length} locked packages have no integrity: ${unchecked.join(', ')}`);
  console.error('Regenerate the file: rm package-lock.json && npm install --package-lock-only');
}
if (addressed.length > 0) {
  console.error(`${addressed.length} locked packages name an address: ${addressed.join(', ')}`);
}
if (installed.length === 0) console.error(`${lockfile} locks no package.`);
process.exit(unchecked.length + addressed.length > 0 || installed.length === 0 ? 1 : 0);
